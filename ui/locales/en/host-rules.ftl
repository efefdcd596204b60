### The host's words on saved permissions. Only Rust uses them.

## Conditions
host-condition = “{ $argument }” { $words }
host-condition-under = is under { $value }
host-condition-at = is at { $value }
host-condition-most = is at most { $value }
host-condition-sum = is at most { $value } in all within an hour
host-condition-is = is { $value }

## Saved permissions
host-rule-gone = There is no such rule any more.
host-permissions-changed-meanwhile = The stored permissions changed while you read them. Nothing was confirmed.
host-permissions-review-again = Review them again.
host-permissions-need-keychain = The keychain cannot be read, so Innkeeper cannot tell that it wrote the stored permissions.
host-permissions-too-many = { $found } stored permissions have to be confirmed; at most { $most } can be shown.
host-permissions-too-many-hint = Remove servers, rules or folders that you do not recognize, then review again.
host-permissions-restart = Restarted with its confirmed permissions.
host-void-unconfirmed = It has to be confirmed first.
host-rule-origin-answer = your answer to an approval request
host-rule-origin-person = made by you
host-rule-origin-program = made by this program
host-void-unreadable = The rule cannot be read. To be safe, it denies calls.
host-void-removed = The server was removed.
host-void-launch = The server would start differently now.
host-void-tool-gone = The server no longer offers this tool.
host-void-definition = The definition of the tool has changed.
host-void-can-send = The server could now send the data, or another server sees a folder that it writes to.

## Changes of permissions
host-rule-no-tool = The server is not ready, or has no such tool.
host-rule-same-server = The guard is between two servers. For one server, trust it for reading instead.
host-rule-not-confirmed = The change was not confirmed. Nothing has changed.
host-rule-unreadable = This rule cannot be read. Make a new one.
host-rule-never-started = You never accepted a start of { $server }.
host-rule-start-first = Start it first.
host-rule-tier-range = A risk level is a number from 1 to 4.

## New rules
host-rule-no-server = There is no such server.
host-rule-no-conversation = There is no such conversation.
host-rule-too-large = This rule is too large: it has at most { $tools } tools and { $conditions } conditions. Split it into several rules.
host-rule-durations = A rule can end after 10 minutes, 30 minutes, 2 hours or 8 hours.
host-rule-names-tools = Name the tools to allow. A rule never allows all tools of a server.
host-rule-tool-unknown = The server has no tool “{ $tool }”.
host-rule-condition-long = A condition is too long: each of its texts has at most { $bytes } bytes.
host-rule-wants-under = The value for “{ $argument }” must be an absolute path without “..”.
host-rule-wants-at = The value for “{ $argument }” must be a host name, as in a URL.
host-rule-wants-most = The value for “{ $argument }” must be a number, 0 or more.
host-rule-sum-allows = Only a rule that allows can limit a sum.
host-rule-wants-is = The value for “{ $argument }” must be JSON: text in quotation marks, a number, true or false.

## Dry run of a call
