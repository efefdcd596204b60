## ArgumentValue
consent-marked-passages = { $count ->
        [one] { $count } marked passage
       *[other] { $count } marked passages
     }
hidden-characters = { $count ->
        [one] { $count } hidden character
       *[other] { $count } hidden characters
     }

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

## ElicitationField
consent-field-optional = optional

## AllowButton
consent-ready-soon = Ready in a moment

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
consent-call-apart = Decide this call alone
consent-call-apart-why = to edit it, or to allow it for longer

## CallsAnswers
consent-allow-calls = Allow { $count } calls
consent-allow-selected-count = Allow { $ticked }, deny { $rest }
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

## Consent
consent-asks-you = Innkeeper asks you
consent-nothing-pending = No pending approvals
consent-nothing-pending-hint = Approval requests appear here: a tool call, a server to start, a model to use.
consent-unknown-kind = This version of Innkeeper cannot show this request.
consent-unknown-kind-hint = You can only deny it. Update Innkeeper to review requests of this kind.

## Difference
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

## Footer
consent-allow-trust = { $allow }, trust its reading

## below
consent-below-arguments = { $count ->
        [one] { $count } argument
       *[other] { $count } arguments
     }
consent-below-one = { $list } is below
consent-below-many = { $list } are below

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

## Readiness
consent-inactive = Not active. Click this window to answer.
consent-inactive-busy = Not active yet. You were typing or clicking in the chat.
consent-inactive-typing = Not active. Keys do nothing here until you stop typing.
consent-ready = Ready. You can answer now.
consent-soon = Ready in a moment.

## Strip
consent-about-conversation = · conversation “{ $name }”
consent-about-not-sent = · nothing has been sent there
consent-about-differently = · a server you trusted would start differently
consent-about-not-started = · nothing has been started
consent-about-sampling = · sampling request { $count } of today
consent-about-elicitation = · a server asks you
consent-about-feature = · the server could not ask so far
consent-about-root = · you picked a folder for a server
consent-about-unchanged = · nothing has changed
consent-about-change = · before it can be used again
consent-about-client = · nothing has been stored
consent-about-sign-in = · nothing has been opened
consent-about-outflow = · no tool result of this conversation has been sent there
consent-about-link = · nothing has been opened
consent-position = 1 of { $count }
consent-expires = Denied unless answered in { $time }

## ToolApproval
consent-tool-title = Run { $call } through { $server }?
consent-tool-title-send = Send something through { $server } with { $call }?
consent-tool-title-publish = Publish something through { $server } with { $call }?
consent-tool-title-delete = Delete something through { $server } with { $call }?
consent-tool-title-create = Create something through { $server } with { $call }?
consent-tool-title-change = Change something through { $server } with { $call }?
consent-tool-title-move = Move something through { $server } with { $call }?
consent-tool-verb = worded after the tool's name, which proves nothing
consent-tool-by = requested by { $client }
consent-tool-same = { $times } identical calls are waiting.
consent-tool-same-hint = One answer is for all of them.
consent-tool-edited = These are your arguments.
consent-tool-edited-hint = The model is told that you changed them.
consent-tool-unchecked = The arguments were not checked:

## ToolEdit
consent-part-arguments = Arguments
consent-edit-json = Arguments as JSON
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
     } After it returned data, its own destructive tools need no extra approval. Each call still needs approval unless you allow it.
consent-trust-not = Not for a server that reads mail, the web or shared files. You can revoke it on the Rules page.
consent-trust-which = Which { $count ->
        [one] tool
       *[other] { $count } tools
     }

## below
consent-below-more = more of { $name }
consent-below-folded = Show all of { $names }

## calls
consent-missing-call = Select a call first

## form
consent-schema-too-long = its schema is too long
consent-missing-check = Check your edits first
consent-missing-tool = Select a tool first
consent-missing-arguments = { $count ->
        [one] View one argument in full first
       *[other] View { $count } arguments in full first
     }
consent-missing-field = Fill in { $field } first
consent-misfit-field = { $field } is not valid yet
consent-draft-refused = Your text cannot be sent
consent-draft-check = Innkeeper checks your text first
consent-missing-client-id = Enter the client ID first
consent-missing-typed = Type the folder's name first
consent-missing-variable = Name the variable first
consent-missing-model = Choose a model first
consent-missing-value = Enter a value for { $name } first
consent-missing-tick = Tick { $name } to accept it
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
consent-authority-forget-data = Count as its own data
consent-authority-undo-data = The server counts as holding such data again once it is called in a conversation with data of other servers.
consent-authority-sampling = Allow this
consent-authority-instructions = Let models read them
consent-authority-resume = Resume rules
consent-authority-registry = Use this registry
consent-authority-undo-registry = You can switch the registry off when you add a server.
consent-authority-stored = Confirm permissions
consent-authority-stored-list = What is stored
consent-authority-undo-stored = Everything here can be removed on the page of its server and on the Rules page.
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

## calls
consent-named-count = { $count } calls
consent-named-calls = { $count ->
        [one] call { $numbers }
       *[other] calls { $numbers }
    }
consent-view-first = View the arguments of { $calls } first
