## ServerRow
server-row-state = { $server }: { $state }
changes-to-accept = { $count ->
        [one] { $count } change to accept
       *[other] { $count } changes to accept
     }
changes-label = { $count ->
        [one] change to accept
       *[other] changes to accept
     }

## Shell
shell-waiting = Waiting for you: { $title }{ $count ->
        [0] { "" }
       *[other] { " " }And { $count } more.
     }

## days
this-week = This week
older = Older

## StoppedBanner
stopped-servers = { $count ->
        [one] { $servers } is stopped.
       *[other] { $servers } are stopped.
     }

## UndoToast
undo-server = Removed: { $title }.
undo-deleted = Deleted: { $title }.

## keys
keys-everywhere = Everywhere
keys-search = Search everything, run an action
keys-conversation = Open a conversation by its position
keys-show-approval = Show the pending approval
keys-region = Next, previous part of the window
keys-zoom = Larger, smaller text: up to 200{"\u00A0"}%
keys-zoom-reset = Default text size
keys-these = These keys
keys-new-line = New line
keys-close-stop = Close what is open, then stop the turn
keys-edit-last = Change the last message, from an empty field
keys-prompts = Insert a prompt or a preset, at the start of a message
keys-resources = Attach a resource of a server
keys-model = Choose the model
keys-panel = Show or hide what the model sees
keys-delete = Delete the conversation in the list; you can undo it
keys-lists = Tabs, lists and tables
keys-tabs = Previous, next tab
keys-rows = Row by row; an open detail follows
keys-ends = First, last row
keys-open-row = Open the row
keys-close = Close what is open
keys-approvals = Approvals, while no field has the focus
keys-deny = Deny, in a field too
keys-deny-focus = Deny: the focus starts on that button. Enter never allows
keys-allow-focus = Go to the allow button; allows nothing
keys-allow = Allow, on its button and once it is ready
keys-allow-chord = Allow once the button is ready. For a destructive call, a changed tool or server, and a rule: only go to the button
keys-edit = Edit the arguments
keys-passage = Next passage from another server
keys-deny-note = Deny with a note
keys-scroll = Scroll the request
keys-answers = From a field to the answers, else to the next part

## step
tour-stage-chat = Chat
tour-stage-allow = Allow

## argv
argv-double = A double quote is not closed.
argv-single = A single quote is not closed.

## KeysDialog
keys = Keys

search-mac = Search (⌘ K)
search-key = Search (Ctrl K)

## Shell
shell-repaired = Repaired at start.

## Sidebar
sidebar = Conversations and servers
sidebar-new-key = New chat (Ctrl N)
sidebar-no-conversations = No conversations yet.
sidebar-unlisted = The newest { $count } conversations are listed here.
sidebar-unlisted-search = Search all of them
servers = Servers
sidebar-no-servers = No servers yet.
sidebar-rules = Saved permissions
sidebar-audit = Every approval, answer and call
audit = Audit
settings-key = Settings (Ctrl ,)
stop-all = Stop everything

## StoppedBanner
stopped-at = Everything was stopped at { $time }.
rules-suspended-since = Rules have been suspended since { $time }.
unconfirmed-lead = Confirm the stored permissions of { $servers }.
unconfirmed-rest = Until then, no rule of theirs allows a call, and they do not start.
unconfirmed-keychain-lead = The keychain cannot be read.
unconfirmed-keychain-rest = Until it can, { $servers } do not start, and their rules allow nothing.
unconfirmed-review = Review…
unconfirmed-unlock = Unlock the keychain
stopped-rules = No rule allows a call until you start again.
start-again = Start again
stopped-hide = Hide this notice; everything stays stopped

## UndoToast
undo-revoked = Revoked: { $title }. Approval is needed from now on.
undo-removed = Removed: { $title }.
undo-folder = Withdrawn: { $title }. The server is told; it may use it until it restarts.
undo-folder-enforced = Withdrawn: { $title }. The server can no longer use it.
undo = Undo

## WaitingBar
waiting-more = and { $count } more

## TourGuide
tour-removed = The sample server was removed. Start the tour again from the settings.
tour-review = A server starts only after you have read its command. Its approval waits in a separate window.
tour-starting = The sample server is starting.
tour-not-running = The sample server is not running.
tour-ready = The sample server is ready. Send the message that is written below.
tour-allow-waiting = The model requests a tool. Read what would be sent, then allow it: { $chord }.
tour-allow = Send a message. When the model requests a tool, allow it.
tour-deny-waiting = Now deny: Esc, or Enter on Deny.
tour-deny = Send the next message, and deny what the model requests.
tour-audit = Both of your answers are in the audit log.
tour-done = That is all. Add a model to chat for real; the practice model only follows its script.
tour-stage-done = , done
tour-start-server = Start the sample server
tour-open-audit = Open the audit log
tour-back = Back to the tour's chat
tour-end = End the tour

## Welcome
welcome = Welcome to Innkeeper
welcome-lead = Chat with an AI model that can use tools, for example to read your files. The tools come from servers, which are isolated from each other. Innkeeper reads, sends and starts nothing without your approval.
welcome-local = A model on this machine
welcome-found = Found { $count }. Nothing you write leaves this machine.
welcome-looking = Searching for { $programs }.
welcome-none = No program answers. Searched for { $programs }: start one of them, then look again.
welcome-program-empty = { $program } runs but has no model yet.
welcome-or = or
welcome-address = enter its address
welcome-key = An API key
welcome-key-hint = For a provider on the web. Your messages and tool results go there.
welcome-provider = Provider
welcome-key-next = Enter the key in the next window. Innkeeper tests it and stores it only in this machine's keychain.
welcome-key-enter = Enter the key
welcome-tour = A short tour
welcome-tour-hint = No key, no network, two minutes.
welcome-tour-chat = Chat with the practice model. It is not an AI: it follows a script.
welcome-tour-allow = Allow one call of the sample server, and see what it received.
welcome-tour-deny = Deny another, and see that nothing happens.
welcome-tour-audit = Find both answers in the audit log.
welcome-import = Switching from another program?
welcome-import-from = Import servers from Claude Desktop, Cursor or VS Code
welcome-import-hint = Importing starts no server.

## failure
no-answer = The program did not answer.

## queue
no-model-chosen = No model is chosen for this conversation.

## argv
argv-backslash = The last backslash has nothing after it.

## client
client-entered = Innkeeper, by the identifier you entered
client-document = Innkeeper, by its public document
client-registered = Innkeeper, registered for this server alone
client-program = Innkeeper itself, not as a person
