## Adding, listing, switching
terminal-server-added = Added { $server }. Nothing was started.
terminal-server-removed = Removed { $server }.
terminal-server-on = { $server } is on.
terminal-server-off = { $server } is off.
terminal-server-no-id = The server has no identifier.
terminal-server-no-command = A server needs a command.
terminal-hint-command = Give it after `--`.
terminal-env-form = What follows --env is not NAME=VALUE.
terminal-hint-env-from = To use your own variable, give --env-from NAME.
terminal-header-form = What follows { $option } has no name before a colon.
terminal-hint-header = Give it as NAME:VALUE, for example "X-Api-Key: …".
terminal-unknown-server = There is no such server.

## What a server may ask for
terminal-features-both = { $server } may ask your model and may ask you.
terminal-features-model = { $server } may ask your model and may not ask you.
terminal-features-input = { $server } may not ask your model and may ask you.
terminal-features-none = { $server } may not ask your model and may not ask you.
terminal-instructions-none = No instructions of { $server } for models are known. A server sends them when it starts.
terminal-instructions-read = Models read these instructions, as claims of { $server }:
terminal-instructions-unread = { $server } offers these instructions. No model reads them:
terminal-instructions-changed = The server changed its instructions. The new ones are not in effect until you accept the change.
terminal-sampling-on = { $server } may ask your model.
terminal-sampling-off = { $server } may not ask your model.
terminal-sampling-budget = Budget: { $minute } of { $minute-limit } requests this minute, { $day } of { $day-limit } tokens today.
terminal-sampling-reviewed = You see each answer before the server does.
terminal-sampling-unreviewed = The server gets answers unseen, unless they call its tools.
terminal-sampling-cost = Cost: today { $today }, in all { $total }.
terminal-cost-unknown = not known
terminal-sampling-edited = { $state }, edited
terminal-sampling-tokens = { $input } in, { $output } out

## sleep
terminal-sessions-automatic = Innkeeper chooses whether it speaks with sessions to “{ $server }”.
terminal-sessions-with = Innkeeper speaks with sessions to “{ $server }”.
terminal-sessions-without = Innkeeper speaks without sessions to “{ $server }”.
terminal-sleep-after = “{ $server }” sleeps after { $minutes } { $minutes ->
    [one] minute
   *[other] minutes
} without use.
terminal-sleep-never = “{ $server }” never sleeps.
terminal-woken = “{ $server }” runs and offers { $count ->
    [one] one tool
   *[other] { $count } tools
}, as you accepted { $count ->
    [one] it
   *[other] them
}.
terminal-woken-changed = “{ $server }” runs, and { $count ->
    [one] one change waits
   *[other] { $count } changes wait
} for your review. A call to a changed tool shows it.

## doctor
terminal-doctor-works = Nothing: it works.
terminal-doctor-start-again = Start it again.
terminal-doctor-ready = state      ready
terminal-doctor-ready-process = state      ready, process { $pid }
terminal-doctor-stopped = state      stopped: { $reason }
terminal-doctor-failed = state      failed: { $reason }
terminal-doctor-sign-in = state      needs a sign-in: { $reason }
terminal-doctor-starting = state      starting
terminal-doctor-asleep = state      asleep
terminal-doctor-printed = printed    { $line }
terminal-doctor-program = program    { $path }
terminal-doctor-transport = over       { $transport }
terminal-doctor-headers = headers    { $names }
terminal-doctor-searched = searched   { $path }
terminal-doctor-era = era        revision { $revision }
terminal-doctor-spoken = spoken     { $era }
terminal-doctor-can = can do     { $names }
terminal-doctor-claims = says it is { $name } { $version }
terminal-doctor-tools = tools      { $count }: { $names }
terminal-doctor-unreadable = unreadable { $line }
terminal-doctor-stderr = its error output ends with
terminal-doctor-not-given = not given  { $names }: set for you, not given to it; remove it and add it again with { $options } if it needs them
terminal-doctor-found = { $server } did not start: { $reason }.
terminal-doctor-to-do = what to do { $action }

## import
terminal-import-failed = { $count ->
        [one] { $count } server
       *[other] { $count } servers
    } could not be added.
terminal-hint-no-keychain = There is no keychain: with --env-from, values are read from your own environment instead.
terminal-hint-missing-values = Give missing values with --set NAME=VALUE.
terminal-stdin-unreadable = Standard input could not be read: { $error }.
terminal-hint-stdin-text = It has to be text.
terminal-import-no-server = There is no server named “{ $name }” in the file.
terminal-hint-dry-run = `--dry-run` shows their names.
terminal-import-server = { $server }: { $state }
terminal-import-not-added = not added: { $reason }
terminal-import-changed = changed: { $parts }
terminal-import-added = added
terminal-import-new = new
terminal-import-new-off = new, switched off there
terminal-import-same = here already
terminal-import-differs = differs: { $parts }
terminal-import-unreadable = cannot be added: { $reason }
terminal-import-project = used in the project { $path }
terminal-import-from-environment = { $names } read from your environment, not from the file
terminal-import-kept = { $names } kept in the keychain
terminal-import-asked = { $names } asked for at the first start
terminal-import-environment = { $names } read from your environment
terminal-import-program = The file belongs to { $program }.
terminal-import-variable = { $name } from { $source }: { $state } ({ $places })
terminal-source-each-start = your environment, at each start
terminal-source-once = your environment, once
terminal-source-input = you: the other program asks for it
terminal-source-home = your home folder
terminal-variable-set = set
terminal-variable-default = not set, { $default } is used
terminal-variable-needed = not set: give it with --set
terminal-variable-not-set = not set

## Sign-in
terminal-paste = Innkeeper waits for the browser to come back. You can also paste the address that it ended on here.
terminal-signed-in = Signed in to { $server }.
terminal-memory-only = It is kept in memory and forgotten now: there is no keychain.
terminal-client-forgotten = Forgot your own client for { $server } at { $issuer }.
terminal-client-used = { $server } uses your own client at { $issuer }.
terminal-no-client-secret = There is no client secret on standard input.
terminal-hint-client-secret = Give it as one line, for example with <file.
terminal-signed-out-told = Signed out of { $server }. Its tokens are deleted here. The provider was told.
terminal-signed-out = Signed out of { $server }. Its tokens are deleted here. The provider was not told: it offers no way, or there was nothing to tell.
terminal-account-never = Not signed in.
terminal-account-out = Signed out.
terminal-account-in = Signed in.
terminal-account-at = at         { $issuer }
terminal-account-for = for        { $resource }
terminal-account-scopes = scopes     { $scopes }
terminal-account-since = since      { $time }
terminal-account-ends = ends       { $time }
terminal-account-renewed = ends       { $time }, renewed automatically before
terminal-workload-form = --workload-token takes SERVER=FILE, and not { $given }.
terminal-workload-path = The path of the workload token cannot be used: { $error }
terminal-account-bound = bound to   a key of this machine (DPoP): a copied token is useless
terminal-account-known-as = known as   { $client }
terminal-account-memory = kept in    memory only: there is no unlocked keychain
terminal-client-entered = the client ID you entered
terminal-client-document = the public document about Innkeeper
terminal-client-registered = a client it registered there for this server
terminal-client-program = itself, with the secret or key you entered

## Folders
terminal-root-granted = Granted.
terminal-root-revoked = Revoked.
terminal-roots-none = No folder is granted.
terminal-roots-told = A server is told to work there. In a sandbox it sees only these folders; without one, nothing confines it to them.
terminal-root-row = { $server }  { $path }  { $access }  “{ $name }”, since { $time }
terminal-root-row-argument = { $server }  { $path }  { $access }, as its last argument  “{ $name }”, since { $time }
terminal-root-row-variable = { $server }  { $path }  { $access }, as { $variable }  “{ $name }”, since { $time }
terminal-root-withdrawn = (withdrawn: { $reason })
terminal-root-read = read
terminal-root-staged = read, and write with review
terminal-root-write = read and write
terminal-root-no-path = No folder is named: { $error }.
terminal-root-not-unicode = The name of the folder is not valid Unicode.
terminal-sandbox-none = It runs without a sandbox: it may do whatever you may.
terminal-sandbox-private = Its private folder { $path }: { $size } of at most { $limit } GiB
terminal-sandbox-private-at-least = Its private folder { $path }: at least { $size } of at most { $limit } GiB
terminal-sandbox-private-over = Its private folder { $path }: { $size }, more than { $limit } GiB. The server does not start until you clear it (`--clear`) or raise the limit (`--private-limit GIB`).
terminal-sandbox-links = { $path }: { $links }
terminal-launch-unseen = It names a folder that it cannot see until you grant it: { $path }
terminal-hosts-none = No host is allowed.
terminal-hosts-row = { $host } (always, since { $since })
terminal-hosts-row-later = { $host }: always; programs that use no proxy reach it after a restart of the server
terminal-hosts-row-run = { $host } (while it runs)
terminal-hosts-traffic = { $host }: { $open } open, { $sent } bytes sent, { $received } bytes received, { $refused } refused
terminal-hosts-why = { $line }: { $reason }
terminal-hosts-failed = Innkeeper refused connections to { $hosts }, which are not allowed.
terminal-hosts-failed-hint = If the server needs them, allow them with `servers reach "{ $server }" --allow { $host }`.
terminal-traffic-round = round { $number }
