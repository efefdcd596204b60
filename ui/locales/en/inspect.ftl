## log
log-source-server = server
log-source-stderr = error output

## Prompts
prompts-filter-count = Filter { $count ->
        [one] { $count } prompt
       *[other] { $count } prompts
     }

## ResourceDetail
resource-stated = { $what }, says the server
resource-unstated = Neither type nor size

## Traffic
traffic-kept = { $kept } of { $most } kept
traffic-kept-dropped = { $kept } of { $most } kept, { $dropped } dropped

## TrafficDetail
traffic-message = Message { $title }

## Log
log-info = Info and above
log-warnings = Warnings
log-all = All
log-time = Time
log-level = Level
log-from = From
log-message = Message
log-filter = Filter the log
filter = Filter
log-levels = Which levels
log-undeclared = The server does not declare logging.
log-asked = Requested
log-asked-level = Level requested from the server
log-not-asked = not requested
log-no-level = accepts no level
copy-rows = Copy these rows
copy-messages = Copy all messages
log-kept = Earlier rows stay.
log-reload = Reload
log-dropped = Dropped: { $what }
log = Log
log-none = None of { $count } rows matches the filter.
log-empty = Nothing so far
log-empty-hint = What the server logs and writes to its error output appears here.
log-row = Row of the log
log-part = Logger
log-words = The server's words.

## PromptDetail
prompt-user = User
prompt-assistant = Assistant
prompt-assistant-hint = no model said this: the server wrote it
prompt-other = Another role
prompt-other-hint = as the server sent it
prompt-no-arguments = It takes no arguments.
prompt-hint = The preview requests its messages from the server. No model reads them.
prompt-preview = Preview
prompt-waiting = Waiting for its messages.
prompt-message = { $role }, message { $number }
prompt-none = It has no messages.
prompt-more = Show { $count } more of { $all ->
        [one] { $all } message
       *[other] { $all } messages
     }

## Prompts
list-kept = The earlier list stays.
list-again = List again
prompts-listing = Listing its prompts.
prompts-filter = Filter prompts
none-described = No name or description has “{ $text }”.

## Contents
contents-reload = Read again
contents-changed = The resource changed since it was read.
contents-reading = Reading it.
contents-empty = The resource is empty.
contents-more = Show { $count } more of { $all ->
        [one] { $all } part
       *[other] { $all } parts
     }
contents-hint = The server's words. Nothing in it was loaded from elsewhere.

## ResourceDetail
resource-tell = Notify me when { $name } changes
resource-tell-short = Notify me when it changes

## Resources
resource-address = Address
resource-type = Type
resource-size = Size
resource-changed = changed
resources-filter = Filter resources
resources-which = What is listed
templates = Templates
resources-listing = Listing its resources.
resources-none = No address or name has “{ $text }”.
resources-templates = It lists none. Its templates lead to some.

## Templates
templates-none-match = No template has “{ $text }”.
templates-none = It has no templates.
template-bad = This template cannot be used.
nothing-read = Nothing was read.
template-read = Read the resource

## Traffic
traffic-sent = Sent
traffic-received = Received
traffic-direction = Direction
traffic-id = Id
traffic-filter = Filter the traffic
traffic-filter-hint = Method, id or text
traffic-pings = Hide pings
traffic-resume-new = Resume, { $count } new
traffic-resume = Resume
traffic-pause = Pause
traffic-none = None of { $count } messages matches the filter.
traffic-empty = No messages yet
traffic-empty-hint = Innkeeper keeps messages while this tab is open. Each one appears here.

## TrafficDetail
traffic-at = { $name } at { $time }
copy-as-json = Copy as JSON
traffic-answers = Answers
traffic-answered = Answered
traffic-wrong = Error
traffic-exchange = { $count } messages in { $rounds } { $rounds ->
        [one] round
       *[other] rounds
     }
traffic-rounds = The whole exchange
traffic-round = { $round ->
        [0] Request
       *[other] Round { $round }
     }, { $direction ->
        [sent] sent
       *[other] received
     } at { $time }
traffic-redacted = Redacted

## traffic
traffic-not-message = not a message
traffic-unknown-answer = response to an unknown request

## Counts
prompt-arguments = { $count ->
        [one] { $count } argument
       *[other] { $count } arguments
    }
traffic-secrets = { $count ->
        [one] { $count } secret
       *[other] { $count } secrets
    }
