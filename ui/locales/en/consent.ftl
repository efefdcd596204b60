## ArgumentValue
consent-marked-passages = { $count ->
        [one] { $count } marked passage
       *[other] { $count } marked passages
     }
hidden-characters = { $count ->
        [one] { $count } hidden character
       *[other] { $count } hidden characters
     }

## AuthorityApproval
rule-effect-allow = Allow
rule-effect-ask = Ask each time
rule-effect-deny = Never
consent-part-rules = rules
rule-where = where
rule-and = and
consent-authority-widens-sampling = It widens the server's access to your models.
consent-authority-widens = It widens what may happen without an approval.
consent-authority-undo-server = You can revoke it on the server's page, effective at once
consent-authority-undo-rules = You can revoke it on the Rules page, effective at once
consent-authority-void-start = Automatically, if the server would start differently
consent-authority-void-tool = Automatically, if the server would start differently or the tool's definition changes

## CallRow
consent-part-calls = calls
consent-call-arguments = { $count ->
        [one] { $count } argument
       *[other] { $count } arguments
     }, { $size }
consent-call-hide = Hide the arguments of call { $number }
consent-call-show = Show the arguments of call { $number }

## CallsApproval
consent-calls-more-tools = { $count ->
        [one] { $count } more tool
       *[other] { $count } more tools
     }
consent-calls-all-selected = All { $count } calls selected
consent-calls-selected = { $ticked } of { $count } calls selected
consent-calls-list = { $count ->
        [one] { $count } call
       *[other] { $count } calls
     }

## ChangeApproval
consent-change-used = { $count ->
        [one] { $count } call.
       *[other] { $count } calls.
     }
consent-change-used-since = { $count ->
        [one] { $count } call
       *[other] { $count } calls
     } since { $since }, the last one { $last }.
consent-change-title-instructions = { $server } changed its instructions. Accept the change?
consent-change-title-tool = { $server } changed the definition of its tool { $tool }. Accept the change?
consent-change-off-voids = Nothing was sent. The tool stays off until you accept.
consent-change-off = The tool stays off until you accept.

## ElicitationField
consent-field-required = required
consent-field-optional = optional

## AllowButton
consent-ready-soon = Ready in a moment

## AuthorityApproval
consent-part-rule = a rule
rule-every-tool = every tool
consent-request = Request
consent-authority-ends-after = It ends after { $time }.
consent-authority-conversation = It applies in the conversation “{ $conversation }” only.
consent-part-meaning = what it means
consent-authority-meaning = What it means
consent-how-it-ends = How it ends
consent-authority-logged = The audit log records that you allowed it

## CallRow
consent-part-call = a call
consent-call-label = Call { $number }: { $tool }
consent-call-no-arguments = no arguments
consent-call-same = { $times } identical calls
consent-call-times = { $times } times
consent-call-will-be-denied = will be denied
consent-call-viewed = viewed
consent-call-not-viewed = not viewed
consent-hide-arguments = Hide the arguments
consent-show-arguments = Show the arguments
consent-part-call-arguments = arguments of a call
consent-part-open-calls = open calls
consent-no-arguments = It takes no arguments.
consent-call-apart = Decide this call alone
consent-call-apart-why = to edit it, or to allow it for longer

## CallsAnswers
consent-allow-calls = Allow { $count } calls
consent-allow-selected-count = Allow selected ({ $ticked }), deny { $rest }
consent-allow-selected = Allow selected

## CallsApproval
consent-calls-title = Make { $count } calls through { $server }?
consent-calls-by = requested in one step by { $client }
consent-show-json = Show as JSON
consent-calls-requested = Requested calls
consent-calls-size = { $size } of arguments
consent-calls-hide-all = Hide all arguments
consent-calls-show-all = Show all arguments
consent-side = Reasons and reach
consent-why-needed = Why approval is needed
consent-calls-together = Why they are together
consent-calls-together-why = One server, one step, one risk level. No call carries data of another server.
consent-reach = What it can reach
consent-claims-part = What the server says
consent-claims = The server says
consent-claims-none = Nothing.
consent-definition = Definition

## ChangeApproval
consent-change-unused = No call is recorded.
consent-change-accepted = last accepted { $day }
consent-change-what = What changed
consent-change-both = Both in full
consent-change-no-instructions = No model receives its instructions.
consent-change-void = Your “always” for this tool is void.
consent-change-not-sent = Nothing was sent.
consent-change-page = Its page shows what you accepted until you accept this.
consent-change-accepted-part = What you accepted
consent-change-now-part = What it is now
consent-change-stands-out = What stands out
consent-digest = Digest
consent-change-before = Before
consent-change-now = Now
consent-change-used-part = Used so far

## ClientApproval
consent-client-keychain = Kept in this machine's keychain.
consent-client-memory = Kept in memory until you quit.
consent-client-title = Use your own client for { $server }?
consent-client-what = For providers that require manual client registration.
consent-client-key = stores a key
consent-part-place = the authorization server
consent-client-only-here = It is used only here
consent-client-other = This is a different host than the server.
consent-client-compare = { $server } is at { $origin } and names this place for sign-in. Compare the two.
oauth-issuer = Issuer
oauth-client-id = Client ID
consent-part-client-id = the client ID
consent-client-as-given = as the provider gave it to you
consent-part-client-secret = the client secret
oauth-client-secret = Client secret
consent-client-if-any = if it has one
consent-reach-label = Reach
consent-then = What happens then
consent-client-review = You review the sign-in before a browser opens
consent-client-token = The secret goes only to this issuer's token endpoint
consent-client-others = Other servers receive none of it

## Consent
consent-asks-you = Innkeeper asks you
consent-nothing-pending = No pending approvals
consent-nothing-pending-hint = Approval requests appear here: a tool call, a server to start, a model to use.

## Difference
consent-difference-now = Now:
consent-difference-before = Before:
consent-difference-more = { $more } more lines differ. Both texts show them in full.

## ElicitationApproval
consent-visit-title = Visit a page for { $name }?
consent-form-title = { $name } asks you
consent-visit-sub = It opens in your browser.
consent-form-sub = It receives what you fill in.
consent-opens-browser = opens your browser
consent-goes-to-server = goes to the server
consent-part-why = why it asks
consent-elicitation-why = Why, in the server's words
consent-elicitation-secret = This text mentions a secret.
consent-elicitation-secret-hint = Never enter a secret for a server here.
consent-part-site = the site
consent-visit-site = Site
consent-visit-letters = With its own letters: { $letters }
consent-part-address = the address
consent-visit-address = Full address, as it opens
consent-form-sent = What is sent
consent-check-carefully = Check carefully
consent-part-to-know = What to know
consent-visit-look = Check the site's name
consent-form-never = Never a password or a key
consent-visit-goes = What you enter there goes to that site
consent-visit-not-loaded = Nothing loads before you decide
consent-visit-learns = The server only learns that you agreed to visit it
consent-form-who = The server and its operator receive what you write
consent-form-checked = Innkeeper checks it against the server's form, then sends it unchanged
consent-form-refused = Innkeeper refuses a form that asks for a secret before you see it
consent-part-no = If you say no
consent-form-decline = Decline, or close
consent-form-decline-hint = Declining says no to the server. Closing tells it that you did not decide.

## ElicitationField
consent-option-stands-for = { $title } (sent as “{ $value }”)
consent-part-field = a field to fill in
consent-part-fields = fields to fill in
consent-no-answer = No answer
yes = Yes
no = No
consent-field-left-out = The server's default does not fit the field, so it was left out.
consent-field-secret = This field mentions a secret. Never enter one.

## EndpointApproval
consent-endpoint-keychain = Innkeeper tests the key first, then stores it in this machine's keychain.
consent-endpoint-memory = Innkeeper tests the key first, then keeps it in memory until you quit.
consent-endpoint-has-key = A key for this address is stored already. Leave this empty to use it.
consent-endpoint-leave-empty = { $kept } Leave it empty if none is needed.
consent-endpoint-title = Use { $name } as a model?
on-this-machine = on this machine
leaves-this-machine = leaves this machine
consent-endpoint-goes = Your messages, attached data and tool results go there
consent-address = Address
consent-part-key = the key
consent-endpoint-key = Key
consent-endpoint-key-only = for this address only
consent-gets = What it gets
consent-endpoint-gets-chats = What you write in chats that use it
consent-endpoint-gets-results = Tool results, as part of the chat
consent-endpoint-gets-tools = Names and descriptions of your servers' tools
consent-again-part = When approval is needed again
consent-again = Approval is needed again if
consent-endpoint-again = its address changes. Compare it letter by letter with the one you were given.

## EndpointModels
consent-part-model = the model
consent-endpoint-model = Model
consent-endpoint-model-first = the one to start with
consent-endpoint-model-name = from the endpoint's list, or its name at the endpoint
consent-endpoint-list-again = List models again
consent-endpoint-list = List its models
consent-endpoint-models = Models of the endpoint
consent-endpoint-models-more = { $count } more: type a part of the name.
consent-endpoint-models-none = No model of this name is in its list. Enter uses the name anyway.
consent-endpoint-listed = It lists { $count ->
        [one] { $count } model
       *[other] { $count } models
     }. You can choose each of them in a chat, with the same key.

## FeatureApproval
consent-feature-model-title = Let { $server } ask your model?
consent-feature-form-title = Let { $server } ask you questions?
consent-feature-reconnects = The server reconnects to learn of it.
consent-part-may-do = what it may do
consent-feature-may-do = What it may do then
consent-feature-model-what = Send texts, images and sounds to the model you use, and get its answer. Your model provider may charge for it.
consent-feature-form-what = Show you a form to fill in, or a page to visit in your browser.
consent-stays-yours = What stays under your control
consent-feature-each-time = You approve each time
consent-feature-before-model = before your model sees the request
consent-feature-before-answer = before the server gets the answer
consent-feature-no-chats = The server receives nothing from your chats
consent-feature-in-full = with the server's request in full view
consent-feature-secrets = Innkeeper refuses fields that look like secrets

## Footer
consent-allow-trust = { $allow }, trust its reading

## LaunchApproval
consent-launch-void = What you allowed it is void until you accept.
consent-launch-changes = { $count ->
        [one] { $count } thing
       *[other] { $count } things
     } changed since { $day }. What you allowed it is void until you accept.

## RootApproval
consent-root-size-more = more than { $count } files, { $size }
consent-root-size = { $count ->
        [one] { $count } file
       *[other] { $count } files
     }, { $size }
consent-root-tells-word = tells

## SamplingAsked
consent-message-part = message { $message } of { $messages }, part { $part } of { $parts }
consent-message = message { $message } of { $messages }
consent-part-messages = messages
consent-part-tools = tools

## SamplingBlock
consent-block-undo = Undo
tokens = { $count ->
        [one] { $count } token
       *[other] { $count } tokens
     }

## SamplingReply
consent-part-of = part { $part } of { $parts }
consent-reply-gets-text = this text
consent-not-reported = not reported

## SamplingSide
consent-mark-cost = cost { $mark } of 5
consent-mark-speed = speed { $mark } of 5
consent-mark-intelligence = intelligence { $mark } of 5
consent-marks = Your notes on it: { $marks }.
consent-model-here = { $model } (this machine)
consent-model-at = { $model } at { $origin }

## SignInApproval
consent-sign-in-new = { $count } new

## below
consent-below-arguments = { $count ->
        [one] { $count } argument
       *[other] { $count } arguments
     }
consent-below-one = { $list } is below
consent-below-many = { $list } are below

## form
hours = { $count ->
        [one] { $count } hour
       *[other] { $count } hours
     }

## sampling
consent-edits = { $edits ->
        [one] { $edits } edit
       *[other] { $edits } edits
     }
consent-edits-less = { $edits ->
        [one] { $edits } edit
       *[other] { $edits } edits
     }, { $tokens ->
        [one] { $tokens } token
       *[other] { $tokens } tokens
     } less
consent-edits-more = { $edits ->
        [one] { $edits } edit
       *[other] { $edits } edits
     }, { $tokens ->
        [one] { $tokens } token
       *[other] { $tokens } tokens
     } more

## Footer
consent-how-long = If you allow, for how long
consent-if-allow = If you allow:
consent-always-where = Always where
consent-tools-selected = { $count ->
        [one] { $count } tool
       *[other] { $count } tools
     } selected above
consent-for = for { $time }
consent-reply-standing = From now on, ask me only about this server's prompts
consent-reply-tools = answers that call tools still need your approval
consent-note = Note for the model:
consent-deny-with-note = Deny with this note
consent-edit-discard = Discard edits
consent-edit-result = You see the result before you can send it
consent-edit-check = Check my edits
consent-edit-undo = Undo my edits
consent-deny-note = Deny with a note…
consent-dismiss = Close without an answer
consent-change-next = Approval is needed again at its next call
consent-edit-bytes = Innkeeper sends exactly { $count ->
        [one] this { $count } byte
       *[other] these { $count } bytes
     }
consent-reply-again = Ask the model again
consent-edit-done = Stop editing
consent-edit = Edit

## LaunchApproval
consent-launch-changed-title = { $server } would start differently. Start it?
consent-launch-title = Start { $server }?
consent-launch-runs = It runs as a program on this machine, as you.
consent-launch-code = runs code
consent-what-changed = What changed
consent-launch-command = The command
consent-launch-words = Command, word by word
consent-launch-program = Program
consent-part-program = the program
consent-launch-leads-to = resolves to
consent-launch-folder = Working directory
consent-part-folder = the working directory
consent-launch-environment = Environment
consent-part-environment = the environment
consent-launch-hidden = Values stay hidden.
consent-launch-reach = It can reach whatever you can
consent-launch-no-sandbox = There is no sandbox yet.
consent-launch-files = Your files, to read and to change
consent-launch-network = The network
consent-launch-programs = Other programs, started as you
consent-launch-again = the command, program, folder or names of the environment change.
consent-each-call = Each tool call needs your approval
consent-launch-only = Your approval starts the program. It allows none of its tools.

## LaunchValues
consent-value-keychain = Innkeeper stores it in this machine's keychain.
consent-value-memory = Innkeeper keeps it in memory until you quit.
consent-part-value = a value to enter
consent-part-values = values to enter

## OutflowApproval
consent-outflow-title = Send tool results to { $host }?
consent-part-servers = the servers
consent-outflow-goes = What these servers returned in this conversation goes there
consent-outflow-to = To
consent-outflow-results = Tool results so far, as part of the chat
consent-outflow-later = What these and other servers return later in this conversation
consent-outflow-again = Approval is needed again
consent-outflow-again-when = in another conversation, and for another address. Nothing was sent yet.

## Readiness
consent-inactive = Not active. Click this window to answer.
consent-inactive-busy = Not active yet. You were typing or clicking in the chat.
consent-inactive-typing = Not active. Keys do nothing here until you stop typing.
consent-ready = Ready. Your answer counts now.
consent-soon = Ready in a moment.

## RemoteApproval
consent-remote-title = Connect to { $origin }?
consent-remote-changed = { $server } would be reached differently. What you allowed it is void until you accept.
consent-remote-as = As { $server }.
consent-remote-address = The full address
consent-remote-headers = Headers
consent-part-headers = the headers
consent-remote-no-headers = none of yours
consent-remote-hidden = Sent with every request to this origin and nowhere else. Values stay hidden.
consent-remote-arguments = The arguments of the tool calls that you allow
consent-remote-network = Your network address, and that you use Innkeeper
consent-remote-nothing = Nothing of your chats, files or other servers
consent-remote-again = its URL or the names of its headers change. Compare the address letter by letter with the one you were given.
consent-remote-only = Your approval connects. It allows none of its tools.

## RootApproval
consent-root-title = Give { $server } access to this folder?
consent-root-sub = No other server learns of it. You can revoke it at any time.
consent-root-choose = Choose another folder
consent-part-root = the folder
consent-root-folder = Folder
consent-root-link = You picked { $picked }. It is a link. Access is granted to its target, shown above.
consent-part-warning = a warning
consent-root-secrets = This folder seems to contain secrets.
consent-root-secrets-hint = What a server can read, it can pass on. Choose a more specific folder if you can.
consent-root-more = and { $count } more
consent-root-access = Access for the server
consent-part-access = read or write
consent-root-read = Read only
consent-root-read-hint = See names and contents. Innkeeper tells the server so; nothing prevents a write yet.
consent-root-write = Read and write
consent-root-write-hint = Also create, change and delete. Innkeeper cannot undo that.
consent-part-typed = the name to type
consent-root-typed = To grant access anyway, type the folder's name
consent-part-root-name = the name it sees
consent-root-name = Name the server sees
consent-part-root-pass = how it learns of it
consent-root-pass = How the server learns of it
consent-root-pass-roots = When it asks for its folders
consent-root-pass-argument = Also as its last argument, for a server that never asks for its folders
consent-root-pass-variable = Also in an environment variable
consent-root-variable = Name of the variable
consent-root-restart = The server restarts with the folder, and you review that start.
consent-part-means = What it means
consent-root-tells = It { $tells } the server where to work. It does not confine it: a program on this machine can still open whatever you can
consent-root-moved = Innkeeper withdraws a folder that is moved, replaced or removed, and tells you
consent-root-remote = This server is not a program of this machine: it learns the folder's path and name, not its files
consent-root-folders = Folders of this server
consent-root-had = It has access to this one already, { $access }. Your answer replaces that.
consent-root-other = { $access }, since { $day }
consent-root-none = None yet.
consent-root-version-control = Version control
consent-root-repository = It is a repository: it shows what changes.
consent-root-in-repository = It is inside the repository { $repository }.
consent-root-no-repository = Not in a repository: overwritten files cannot be restored.

## SamplingApproval
consent-reply-title = Give this answer to { $server }?
consent-sampling-title = { $server } asks your model to write something
consent-sampling-steps = Two steps
consent-sampling-prompt = The prompt
consent-sampling-answer = The answer
consent-show-answer = Show the answer
consent-show-prompt = Show the prompt
consent-show-texts = Show the texts
consent-sampling-changed = You changed the request.
consent-sampling-not-told = The server is not told.

## SamplingAsked
consent-system-text = System text
consent-by-server = written by the server
consent-part-system = the system text
consent-as-user = As the user
consent-as-model = As the model
consent-part-message = a message
consent-part-tool = a tool
consent-tool = Tool
consent-tool-by-server = the server runs it
consent-left-out = left out
consent-tool-left-out = The model is not told about it.

## SamplingBlock
consent-you-edit = you edit
consent-edited = edited by you
consent-block-restore = Put it back
consent-block-leave-out = Leave it out
consent-image-hide = Hide it
consent-image-look = Look at it
consent-image-of = : the image of { $which }
consent-image-alt = Image from the server, { $width } by { $height }

## SamplingLeft
consent-sampling-off-hint = Denies this request, and lets the server use no model until you switch sampling on again
consent-sampling-off = Switch sampling off

## SamplingReply
consent-reply-calls = The answer calls tools.
consent-reply-calls-hint = They are tools of { $server }, which runs them itself, and asks the model again with their results.
consent-reply-raw = unchanged
consent-part-answer = the answer
consent-reply-original = Restore the original
consent-you-changed-part = What you changed: { $part }
consent-you-changed = What you changed
consent-next = What happens next
consent-reply-gets = The server gets { $text }, the model's name and the stop reason. Nothing else.
consent-reply-withheld = If you don't send the answer, the server is told that you refused. The model was used already.
consent-used = Used
consent-used-in = In
consent-used-out = Out
consent-cost = Cost
consent-no-price = no price set
consent-took = Took
consent-stopped = Stopped
consent-stop-raw = Stop reason of the endpoint: { $reason }

## SamplingSide
consent-part-the-model = The model
consent-estimate = Estimate
consent-at-most = At most
consent-answer-limit = Answer limit
consent-wished = The server requested { $count }.
consent-budget = Its budget
consent-budget-minute = Requests this minute
consent-budget-day = Tokens today
consent-reply-reviewed = You see the answer before the server does.
consent-reply-unseen = The server gets the answer without your review: you allowed that for this server. You still review an answer that calls tools.
consent-context = Context
consent-context-add = Add this server's own earlier results ({ $count ->
        [one] { $count } token
       *[other] { $count } tokens
     }). It requested { $asked }.
consent-context-none = There are none in this conversation.
consent-context-others = Innkeeper never adds anything of other servers.
consent-else = What else it requests

## SignInApproval
consent-sign-in-more = Let { $server } do more?
consent-sign-in-title = Sign in to { $server }?
consent-sign-in-sub = Your browser opens. You sign in there, not here.
consent-part-origin = the origin
consent-sign-in-opens = This page opens
consent-sign-in-foreign = Its name has letters of another script.
consent-sign-in-foreign-hint = They are spelled out above, behind “xn--”. A browser may show letters that look like ones you know.
consent-part-scopes = the requested permissions
consent-sign-in-scopes = Requested permissions
consent-sign-in-new-mark = , new
consent-sign-in-no-scopes = None by name: the provider decides and shows them on its page.
consent-sign-in-names = The server chose these names. The page that opens says what each means.
consent-sign-in-for = For
consent-sign-in-known = Known as
consent-why-reach = Why and reach
consent-sign-in-no-password = You sign in there. Innkeeper sees no password
consent-token-keychain = Innkeeper stores the token in this machine's keychain
consent-token-memory = Innkeeper keeps the token in memory until you quit: there is no keychain
consent-token-goes = It is sent to { $origin } only
consent-sign-in-only = Signing in allows none of its tools. You can sign out on the server's page.

## Strip
consent-about-conversation = · conversation “{ $name }”
consent-about-not-sent = · nothing has been sent there
consent-about-differently = · a server you trusted would start differently
consent-about-not-started = · nothing has been started
consent-about-sampling = · sampling, request { $count } of today
consent-about-elicitation = · a server asks you
consent-about-feature = · the server could not ask so far
consent-about-root = · you picked a folder for a server
consent-about-unchanged = · nothing has changed
consent-about-change = · before it can be used again
consent-about-client = · nothing has been stored
consent-about-sign-in = · nothing has been opened
consent-about-outflow = · no tool result of this conversation has been sent there
consent-position = 1 of { $count }
consent-expires = Denied unless answered in { $time }

## ToolApproval
consent-tool-title = Run { $call } through { $server }?
consent-tool-by = requested by { $client }
consent-tool-same = { $times } identical calls are waiting.
consent-tool-same-hint = One answer is for all of them.
consent-tool-edited = These are your arguments.
consent-tool-edited-hint = The model is told that you changed them.
consent-tool-unchecked = The arguments were not checked.

## ToolEdit
consent-part-arguments = arguments
consent-edit-form-label = How arguments are written
consent-edit-form = Form
consent-edit-json = Arguments as JSON
consent-edit-apart = The form cannot show this: { $why }
consent-edit-hint = Innkeeper checks the tool's schema and your rules again. The audit log keeps the original call.

## ToolsBeside
consent-part-tools-to-allow = the tools to allow
consent-beside-title = Allow for { $time }: { $count ->
        [one] { $count } tool
       *[other] { $count } tools
     }
consent-beside-all = Select all
consent-beside-none = Select none
consent-beside-hint = This covers the current definitions. Approval is still needed where data crosses servers.

## TrustReading
consent-part-trust = trusting this server's reading
consent-trust-if = If you allow it
consent-trust = Trust this server's reading
consent-trust-what = { $count ->
        [one] { $count } tool of { $server } that says it only reads counts as “Reads”.
       *[other] { $count } tools of { $server } that say they only read count as “Reads”.
     } What the server returns does not make its own destructive tools ask again. Each call still asks unless you allow it.
consent-trust-not = Not for a server that reads mail, the web or shared files. You can revoke it on the Rules page.
consent-trust-which = Which { $count ->
        [one] tool
       *[other] { $count } tools
     }

## below
consent-below-more = more of { $name }

## calls
consent-missing-call = Select a call first

## form
consent-schema-too-long = its schema is too long
consent-missing-check = Check your edits first
consent-missing-tool = Select a tool first
consent-missing-field = Fill in { $field } first
consent-misfit-field = { $field } is not valid yet
consent-draft-refused = Your text cannot be sent
consent-draft-check = Innkeeper checks your text first
consent-missing-client-id = Enter the client ID first
consent-missing-typed = Type the folder's name first
consent-missing-variable = Name the variable first
consent-missing-model = Choose a model first
consent-missing-value = Enter a value for { $name } first
consent-off-endpoint = this endpoint exists for this run only
scope-conversation = This conversation
scope-endpoint = Do not ask again for this endpoint
scope-once = Once
scope-always = Always
consent-off-group = only for a call that you decide alone
consent-off-edited = an edited call is allowed once; later calls ask again
consent-off-call = not for this call
scope-where = Always where…
scope-tools = Several tools…
minutes = { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
     }
consent-grant-read = Grant, read only
consent-grant-write = Grant, read and write
consent-connect = Connect
consent-accept-start = Accept and start
consent-start = Start this server
consent-use-endpoint = Use this endpoint
consent-send-results = Send results
consent-give-answer = Give this answer
consent-send-model = Send to the model
consent-open-page = Open the page
consent-send-form = Send this
consent-let-ask = Let it ask
consent-accept-change = Accept the change
consent-client-use = Store and use it
consent-open-browser = Open my browser
consent-allow-edits = Allow with edits
consent-allow-conversation = Allow in this conversation
consent-allow-where = Always allow when this matches
consent-allow-tools = Allow these tools
consent-allow-always = Allow always
consent-allow-once = Allow once
consent-authority-rules = Allow this from now on
consent-authority-without = Remove the rule
consent-authority-tier = Lower the risk level
consent-authority-trust = Trust it for reading
consent-authority-unguarded = Switch the guard off
consent-authority-sampling = Allow this
consent-authority-resume = Let rules allow again
consent-deny-connect = Do not connect
consent-deny-start = Do not start
consent-deny-outflow = Don't send results
consent-deny-root = Do not grant
consent-deny-reply = Don't send answer
consent-decline = Decline
consent-cancel = Cancel
consent-deny-authority = Leave it as it is
consent-deny-instructions = Keep the old instructions
consent-deny-tool = Keep the tool off
consent-deny-sign-in = Do not sign in
consent-deny-all = Deny all
consent-deny-endpoint = Do not use it
consent-deny = Deny

## sampling
consent-stop-done = The model was done.
consent-stop-limit = It reached the answer limit: the end is missing.
consent-stop-sequence = It reached a text at which the server wanted it to end.
consent-stop-tools = It wants the server to run tools.
of-limit = { $used } of { $limit }

## calls
consent-named-count = { $count } calls
consent-named-calls = { $count ->
        [one] call { $numbers }
       *[other] calls { $numbers }
    }
consent-view-first = View the arguments of { $calls } first
