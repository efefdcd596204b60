## AddServer
add-words = Innkeeper starts it with these words. No shell reads them.
add-words-shell = Innkeeper starts it with these words. No shell reads them: characters such as $, * and | stay as they are.

## Import
import-found-of = This is a file of { $program }. Innkeeper adds nothing before you confirm, and importing starts nothing.
import-found = Format: { $format }. Innkeeper adds nothing before you confirm, and importing starts nothing.

## ImportServer
import-set = set
import-value-of = Value of { $name }

## NotReady
list-empty = No { $what }
list-none = It offers no { $what }
list-undeclared = The server did not declare { $what } when it started.
list-later = { $state }. A server lists its { $what } when it is ready.
what-tools = tools
what-resources = resources
what-prompts = prompts

## Overview
server-revision-unknown = an unknown one
server-refused-once = Innkeeper refused one of its requests to you { $time }:
server-refused = Innkeeper refused { $count } of its requests to you, the last { $time }:

## PastedNotice
pasted-kept = { $names }: the pasted { $count ->
        [one] value goes
       *[other] values go
     } to the keychain when you add it.

## ServerFolders
folder-argument = , its last argument
folder-variable = , its variable { $name }
folder-revoke-path = Withdraw access: { $path }
folder-grant-path = Grant { $path }

## ServerHealth
health-calls = { $done } done, { $failed } failed, { $denied } denied
health-tools = { $count ->
        [one] { $count } tool
       *[other] { $count } tools
     } for models, { $weight } in each request
health-no-tools = no tools for models
health-slowest = , slowest { $time }

## ServerSampling
sampling-minute = Requests per minute
sampling-requests = requests
sampling-minute-hint = { $count ->
        [one] { $count } request
       *[other] { $count } requests
     } in the last minute. Innkeeper refuses more without asking. You confirm raising it in the consent window.
sampling-day = Tokens per day
sampling-tokens = tokens
sampling-day-hint = { $used } used today, { $left } left.

## sampling
sampling-state-answered = answered
sampling-state-denied = denied
sampling-state-failed = failed

## weight
weight = about { $tokens } tokens

## AddServer
add-local = A program on this machine
add-local-how = started by its command
add-remote = A server at a URL
add-remote-how = reached over the network
add-name-taken = There is a server named “{ $name }” already. Choose another name.
add-url-missing = Enter a full URL, such as https://example.com/mcp.
add-header-bad = “{ $name }” cannot be the name of a header. You enter values later.
add-command-missing = Enter a command.
add-variable-bad = “{ $name }” cannot be the name of a variable. You enter values later.
add-change-remote = Innkeeper disconnects it, and you review its URL before it connects again. Values of headers stay. Another origin gets only what you tick in the consent window.
add-change-local = Innkeeper stops it, and you review how it starts before it starts again. Values of variables stay. Another program gets only what you tick in the consent window.
add-lead = A server offers tools to the model. Paste its command line, its JSON, its URL or a link that adds it to another program into any field, or fill them in. You review it before anything starts.
add-where = Location of the server
add-url = URL
add-url-hint = as its provider gives it
add-headers = Header names
add-headers-hint = only if it needs a key, one per line
add-headers-note = Names only. You enter values in the consent window, and Innkeeper stores them in the keychain. They are sent encrypted or to this machine, and to nobody else.
add-command = Command
add-command-hint = a program, without its arguments
add-arguments-hint = on one line, or one per line
add-folder = Add a folder…
add-cwd = Working directory
add-cwd-hint = your home folder if empty
choose-ellipsis = Choose…
add-variables = Variable names
add-variables-hint = one per line
add-variables-note = Names only. You enter values in the consent window, and Innkeeper stores them in the keychain.
nothing-added = Nothing was added.
add-change-review = Change and review
add-review = Add and review

## ChangeNotice
server-review-change = Review the change
server-not-accepted = Nothing was accepted.

## GivenFields
server-suggestions = suggestions as you type
needs-value = Enter a value.

## Import
import-title = Import servers
import-added = { $count ->
        [one] { $count } server
       *[other] { $count } servers
     } added.
import-added-hint = Nothing was started. You review each server when you start it.
import-not-added = { $name } was not added.
import-open-server = Open { $name }
import-others = Import others
import-none = The file contains no servers.
import-none-hint = Choose another file.
import-list = Servers found
import-no-keychain = There is no keychain to store the values of this file in.
import-no-keychain-hint = Leave them out, and set these variables in your own environment.
import-from-environment = Read them from my environment at each start
import-missing = { $count ->
        [one] { $count } value
       *[other] { $count } values
     } missing: { $names }
import-add = Add { $count ->
        [one] { $count } server
       *[other] { $count } servers
     }
import-lead = Import servers from Claude Desktop, Claude Code, Cursor, VS Code, Windsurf, Gemini CLI and others. You see first what would be added; importing starts nothing.
import-look-at = Show servers: { $program }
import-look = Show servers
import-no-places = None of their files is in its usual location.
import-file = Open a file…
import-paste = Or paste it
import-paste-hint = JSON, TOML or YAML; a part of a file is enough
import-values = Innkeeper stores values of variables and headers in the keychain, nowhere else.
import-look-text = Show its servers

## ImportServer
import-new-off = new, switched off there
import-here = already here
import-changes = changes { $what }
import-unreadable = cannot be added
import-own-environment = From your own environment, not from the file
import-to-keychain = To the keychain
import-asked = Requested at the first start
import-from-own = From your own environment
your-home = your home folder
import-asked-there = entered there
import-live = your environment, at each start
import-once = your environment, once when added
import-given = entered here
import-default = not set, “{ $value }” is used
import-unset = not set
works-in = Works in
import-project = Used in the project
import-places = · in { $places }
import-open-value = It becomes part of how the server starts, stored and shown unencrypted.

## NotReady
not-running = It is not running
not-ready = It is not ready
list-empty-hint = The server can offer them and has none now. They appear here when the server reports them.
sign-in-show = Show the sign-in
sign-in = Sign in

## Notes
notes-unreadable = { $count ->
        [one] { $count } thing
       *[other] { $count } things
     } could not be read

## Overview
server-wrote-last = Last output
server-whole-log = Show the full log
server-wrote-hint = Its error output: the server's words, not ours.
server-older = It uses an older protocol revision than last time.
server-older-hint = Now { $revision }, before { $before }. Unless you restored an older version of it, check how it starts.
server-refused-why = { $why } You were not asked.
server-notes = Its instructions for the model
server-notes-changed = The server changed its instructions.
server-notes-accepted = This is what you accepted.
server-notes-hint = The server's words. Your models read them only if you let them, marked as claims of this server.
server-notes-for-models = Let models read them
server-notes-were-none = It had none when you accepted it.
server-notes-none = It has none.
server-notes-unknown = None known: it sends them when it starts.

## PastedNotice
pasted-nothing = Nothing was added or started.
pasted-host = { $names }: read from Innkeeper's own environment at each start.
pasted-filled = Filled in from what you pasted.
pasted-undo = Undo the paste
pasted-no-shell = No shell reads this, so it stays as it is written. Replace it with what you mean:
pasted-several = This contains { $count ->
        [one] { $count } server
       *[other] { $count } servers
     }.
pasted-several-hint = Choose which to add. Nothing starts.
pasted-choose = Choose servers
pasted-unclear = This was not filled in.

## Server
tab-overview = Overview
resources = Resources
prompts = Prompts
tab-log = Log
tab-traffic = Traffic
tab-account = Account
server-revision = revision { $revision }
server-more = More actions for { $name }
server-change = Change this server
server-turn-on = Turn on
server-turn-off = Turn off
server-turn-off-hint = It stops, and no chat can use it until you turn it on again.
server-off = off
server-turned-off = Turned off
stop = Stop
restart = Restart
start-now = Start now
server-duplicate = Duplicate this server
server-remove = Remove this server

## ServerAsks
features = What it may request
features-model = Answers of your model
features-model-allow = Let it ask your model
features-model-hint = You see its request before your model does, and the answer before it is sent, until you switch that off for this server.
features-form = Requests for your input
features-form-allow = Let it ask you
features-form-hint = Forms to fill in and pages to visit. You decide each time.
features-restart = A change restarts it: a server learns at its start what it may request.
sessions = Sessions
sessions-automatic = Automatic
sessions-with = With sessions
sessions-without = Without sessions
sessions-hint = Newer servers work without sessions. Some of their tools can make requests only in a session.
sessions-now = Now { $era }.

## ServerBounds
server-limits = Limits of this server
server-limits-hint = A limit that is not set here follows the settings. When a limit is reached, the request ends, and the log records it.
server-limit-default = As in the settings.
server-limit-own = Set for this server.

## ServerClaims
not-stated = not stated
claims-title = What it says about itself
claims-about = Description
claims-website = Website
copy-address = Copy the address
claims-icons = Icons
claims-icons-count = { $count ->
        [one] { $count } icon
       *[other] { $count } icons
     }, not loaded
claims-revision = Revision
claims-era = Protocol mode
claims-can = Capabilities
claims-nothing = none declared
claims-hint = Claims of the server, shown unchanged. You call it { $name }.
claims-later = Nothing yet. The server describes itself when it starts.

## ServerCommand
server-where = Location
server-headers = Headers
none = none
server-transport = Transport
server-start = How it starts
server-variables = Variables
server-process = Process

## ServerReach
reach-title = What it can reach
reach-folders = Folders
reach-folders-more = { $count ->
        [one] and { $count } more
       *[other] and { $count } more
     }
reach-folders-change = Change its folders
reach-hosts = { $count ->
        [0] No host. Innkeeper asks you about each.
        [one] { $count } host that you allowed. Innkeeper asks about any other.
       *[other] { $count } hosts that you allowed. Innkeeper asks about any other.
     }
reach-hosts-show = Show the allowed hosts
reach-remote = It is a remote server: whatever it receives leaves this machine.
reach-usual = As its command needs, known once it runs
reach-enforced = Enforced by the system
reach-partly = Enforced in part
reach-later = Yes. What the system enforces is known once it runs.
reach-sandbox-change = Change its sandbox

## ServerMay
may-title = What it may do
may-tools-later = Known once it has started
may-tools-off = { $count ->
        [one] { $count } tool is off or not accepted
       *[other] { $count } tools are off or not accepted
     }
may-tools-show = Show its tools
may-rules-allow = { $count ->
        [one] { $count } allows without asking
       *[other] { $count } allow without asking
     }
may-rules-ask = { $count ->
        [one] { $count } always asks
       *[other] { $count } always ask
     }
may-rules-deny = { $count ->
        [one] { $count } denies
       *[other] { $count } deny
     }
may-trusted = You trust its word that a tool only reads
may-suspended = Suspended: no rule allows anything now
may-rules-show = Show all rules

## ServerFolders
folders = Folder access
folder-granted = { $access }, granted { $day }{ $pass }
folder-withdrawn = Withdrawn: { $why }.
folder-revoke = Withdraw access
folder-pending = { $count ->
    [one] One change is pending. The folder is unchanged until you apply it.
   *[other] { $count } changes are pending. The folder is unchanged until you apply them.
}
folder-review = Review changes…
folder-review-path = Review changes: { $path }
folder-left = { $count ->
    [one] One change was not applied. It is still pending.
   *[other] { $count } changes were not applied. They are still pending.
}
pending-changes = Pending changes
pending-changes-of = { $count ->
    [one] { $server } made one change in { $folder }. Your files are unchanged until you apply it.
   *[other] { $server } made { $count } changes in { $folder }. Your files are unchanged until you apply them.
}
pending-changes-kept = Nothing was changed.
folder-links = { $count ->
    [one] 1 link leads outside and will not work.
   *[other] { $count } links lead outside and will not work.
}
folder-links-at-least = { $count ->
    [one] At least 1 link leads outside and will not work.
   *[other] At least { $count } links lead outside and will not work.
}
folders-none = None. When it asks for its roots, it learns of no folder.
nothing-granted = Nothing was granted.
folder-grant = Grant a folder…
folders-looking = Looking…
folders-suggest = Suggest folders
folders-suggested = Suggestions
folder-grant-short = Grant…
folders-no-suggestion = No repository was found in your home, and its command names no folder.
folders-hint = Folders tell a server where to work. In a sandbox it sees only these. Without a sandbox it can open whatever you can.

# The sandbox of a local server
sandbox = Sandbox
sandbox-enforced = Enforced
sandbox-advisory = Advisory only
sandbox-can-read = Can read
sandbox-can-write = Can write
sandbox-reviewed = { $path } (reviewed)
sandbox-can-reach = Can reach
sandbox-cannot-see = Cannot see
sandbox-system = The system's programs
sandbox-private = Its private folder
sandbox-private-runs = Its private folder, from which it may run what it downloads
sandbox-no-network = Nothing
sandbox-open-network = Whatever this machine reaches
sandbox-unix-sockets = Also sockets in the folders you granted, and the programs behind them.
sandbox-sockets = It may make Unix sockets
sandbox-sockets-hint = Browsers, for example, need them. It also reaches sockets in granted folders.
sandbox-hidden = Other programs, your keychain, screen, SSH agent and home folder
sandbox-none = It runs without a sandbox.
sandbox-none-hint = It can read and change whatever you can, and reach your network.
sandbox-known-later = Innkeeper shows what the system enforces once the server runs.
sandbox-network = Network
sandbox-network-usual = As its command needs
sandbox-network-none = None
sandbox-network-open = This machine's network
sandbox-on = Run in a sandbox
sandbox-off = Run unconfined…
sandbox-review-hint = A change restarts the server. You review it in the consent window before the server starts.

## ServerHealth
health = Health
health-pinging = Pinging
health-ping = Ping the server
health-connected = Connected
health-since = since { $time }, { $duration }
health-no = no
health-answers-in = Response time
health-nothing-asked = no request yet
health-calls-title = Calls
health-limits = Limits reached
health-answered = It answered in { $time }.

## ServerSampling
sampling-today = { $cost } today
sampling-total = { $cost } in total
sampling-review = Ask me about the answers too
sampling-review-on = You see each answer before it is sent. You confirm switching this off in the consent window.
sampling-review-off = Answers go to the server at once. An answer that calls tools still needs your approval.
sampling-history = Its requests to your model
sampling-when = When
sampling-outcome = Outcome
sampling-in-out = Tokens in / out
sampling-model-at = { $model } at { $origin }
sampling-edited = , edited by you
sampling-all = Show all { $count }
sampling-none = No requests yet
sampling-none-hint = Each request to your model is listed here, with its outcome and cost.

## ServerState
state-stderr = Its error output says:
state-stdout = It printed this, which is no MCP message:
state-again = It restarts in { $count ->
        [one] { $count } second
       *[other] { $count } seconds
     }.
state-not-given = Set in your environment but not passed to the server: { $names }. If it needs them, add their names under Change. Or remove it in a terminal and add it again with { $options }
state-doctor = For a full check, quit Innkeeper and run { $command } in a terminal.
state-searched = Searched { $count ->
        [one] { $count } folder
       *[other] { $count } folders
     }
state-install = { $runner } downloads and starts it.
state-install-time = { $elapsed } so far, at most { $limit }.
state-install-cancel = Cancel installation
state-review = It has not been started.
state-review-hint = Review its command in the consent window first.
sign-in-shown = You see where and for what before your browser opens.
sign-in-or-key = If the server takes a key instead of a sign-in, add the header that carries it, such as Authorization, under Change.
show = Show
state-not-running = It is not running.

## sampling
sampling-state-asked = in progress
sampling-state-withheld = answer not sent
sampling-state-withdrawn = withdrawn by the server
sampling-state-expired = nobody answered in time
sampling-state-over-budget = over its budget, refused

## state
state-stopped = Stopped
state-awaiting-review = Waiting for your review
state-needs-sign-in = Needs sign-in
state-starting = Starting
state-ready = Ready
state-asleep = Asleep
state-backing-off = Failed, restarts
state-failed = Failed
server-sleep = Sleep
server-sleep-hint = End it until an approved call needs it. Its tools stay on offer.
server-asleep = It does not run. Its tools are on offer as you accepted them.
server-asleep-hint = It starts when an approved call needs it. What it offers then is compared with what you accepted before anything is sent.

## words
access-read = read only
access-staged = read, and write with review
access-write = read and write

## pasting
pasting-url = This is a URL, and this server is a program.
pasting-command = This is a command, and this server is at a URL.
pasting-other = { $reason } Add it as another server.
sandbox-asked-network = Hosts that you allow. Innkeeper asks you about any other host.
sandbox-network-asked = Hosts that I allow
hosts = Allowed hosts
hosts-after-restart = Programs that use no proxy reach it after a restart of the server.
hosts-none = No host is allowed. Until you allow one, the server can send nothing.
hosts-off = These hosts have no effect now: the server's network is set differently.
hosts-always = Always, allowed { $day }
hosts-run = While it runs
hosts-revoke = Revoke
hosts-revoke-host = Revoke { $host }
hosts-add = Allow a host
hosts-add-label = Host and port
hosts-add-hint = For example api.example.com:443. You confirm it in the consent window. Addresses of this machine or your network can be allowed only here.
hosts-live = Connections
hosts-live-none = It has connected to nothing since it started.
held-data = Data that it may hold
held-data-hint = This server was called in conversations that contained results of the servers above. Its own results therefore count as their data, too.
held-data-forget = Stop counting this data…
hosts-open = { $count ->
    [one] 1 open
   *[other] { $count } open
}
hosts-opening = { $count ->
    [one] 1 waiting
   *[other] { $count } waiting
}
hosts-refused = { $count ->
    [one] 1 refused
   *[other] { $count } refused
}
hosts-bytes = { $sent } sent, { $received } received
sandbox-run-private = It may run programs in its private folder
sandbox-run-private-hint = For servers that write or download programs and then run them. Package runners such as npx always may.
private-folder = Private folder
private-size = { $size } of at most { $limit }
private-size-at-least = At least { $size } of at most { $limit }
private-over = It holds more than { $limit }. The server does not start until you clear it or raise the limit.
private-limit = Limit
private-limit-gib = { $count } GiB
private-clear = Clear…
private-clear-really = The server is stopped, and everything that it keeps in this folder is deleted.
private-clear-yes = Delete { $size }
private-clear-no = Keep it
private-clearing = Clearing…
private-not-cleared = Nothing more was deleted.
