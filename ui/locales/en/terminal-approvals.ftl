### Approval requests at a terminal. The keys to press are the same letters in every language.

## What to press
terminal-ask-once = Allow? y once, anything else denies:
terminal-ask-conversation = Allow? y once, c for this conversation, anything else denies:
terminal-ask-always = Allow? y once, c for this conversation, a always, anything else denies:
terminal-ask-accept = Accept? y accepts, anything else denies:
terminal-ask-outflow = Send it? y in this conversation, anything else stops here:
terminal-ask-outflow-always = Send it? y in this conversation, a always to this endpoint, anything else stops here:
terminal-ask-visit = Open it? y opens, n declines, anything else cancels:
terminal-ask-form = Answer? y to fill it in, n declines, anything else cancels:
terminal-ask-send-form = Send exactly this? y sends, anything else does not:
terminal-ask-root = Grant it? y grants, anything else does not:
terminal-ask-root-typed = Type { $name } to grant it all the same, anything else does not:
terminal-ask-calls = Allow which? all for all { $count }, numbers such as 1 3, anything else denies:
terminal-ask-value = Value of { $name } (shown as you type, kept in the keychain):
terminal-ask-tick = Type { $name } to accept it, anything else denies:

## Nobody to ask
terminal-no-terminal = there is no terminal to ask at
terminal-approve-deny = --approve deny answers with no
terminal-approve-once = --approve once allows only the action it names
terminal-denied = { $why }, so this is denied (see --approve)
terminal-calls-not-made = { $count ->
        [one] { $count } call of { $server } was
       *[other] { $count } calls of { $server } were
    } not made: { $why }. Run it at a terminal, or allow exactly these calls:
terminal-call-not-made = “{ $tool }” of { $server } was not called: { $why }. { $reason } Run it at a terminal, or allow exactly this call:
terminal-call-not-nameable = “{ $tool }” of { $server } was not called: { $why }. { $reason } No command line allows that: run this at a terminal.

## In several requests
terminal-server-says = The server says: “{ $text }”
terminal-server-says-lines = The server says:
terminal-server-says-more = { $count ->
        [one] … and { $count } more character, not shown
       *[other] … and { $count } more characters, not shown
     }
terminal-server-says-of = The server says of { $tool }: “{ $text }”
terminal-server-says-of-lines = The server says of { $tool }:
terminal-argument = { $name } ({ $size }):
terminal-marked-from = (from { $servers })
terminal-no-arguments = no arguments
terminal-and-lines-more = and { $count } more
terminal-leaves = leaves this machine
terminal-stays = on this machine

## A tool call, and several
terminal-tool-title = Run “{ $tool }” through { $server }?   { $risk }
terminal-tool-by = requested by { $client }
terminal-tool-times = { $times } identical calls: the answer applies to all of them
terminal-tool-narrowed = - Offered less: { $why }.
terminal-tool-always = - { $why }
terminal-tool-reading = - To count its tools that say they only read as “Reads”: rules trust { $server } on
terminal-calls-title = Make { $count ->
        [one] { $count } call
       *[other] { $count } calls
    } through { $server }?   { $risk }
terminal-calls-by = requested in one step by { $client }
terminal-calls-unclear = There are calls 1 to { $count }. Nothing was answered yet.

## Starting and connecting
terminal-launch-title = Start { $server }?   runs code on this machine, as you.
terminal-launch-title-changed = Start { $server }?   runs code on this machine, as you. It would start differently than you accepted.
terminal-launch-program = program   { $path }
terminal-launch-target = leads to  { $path }
terminal-launch-folder = works in  { $path }
terminal-launch-gets = gets      { $names }
terminal-launch-reach = It can reach whatever you can: it is not confined.
terminal-remote-title = Connect to { $origin }?   for { $server }.
terminal-remote-title-changed = Connect to { $origin }?   for { $server }. It differs from what you accepted.
terminal-remote-url = URL       { $url }
terminal-remote-header = header    { $name }, { $source }
terminal-remote-reach = It gets the arguments of its tool calls, and nothing else of this machine.

## Models
terminal-outflow-title = Send tool results to { $host }?   leaves this machine
terminal-outflow-to = to        { $origin }
terminal-outflow-model = model     { $model }
terminal-outflow-data = data of   { $servers }
terminal-outflow-later = So will later results of servers in this conversation. Nothing was sent yet.

terminal-link-title = Open a link to { $host }?   leaves this machine
terminal-link-carries = data of   { $servers }
terminal-endpoint-title = Send conversations to { $origin }?
terminal-endpoint-unencrypted = Everything sent to it travels unencrypted in your network.
terminal-endpoint-what = { $protocol } at { $address }, model { $model }

## Sampling
terminal-feature-sampling = Let { $server } ask your model?
terminal-feature-sampling-each = Each time you see its request, and the answer before it leaves.
terminal-feature-input = Let { $server } request your input?
terminal-feature-input-each = Each time you see the request and decide about the reply.
terminal-feature-reconnects = It reconnects to learn of it.
terminal-sampling-title = Ask your model for { $server }?   { $place }
terminal-sampling-model = model   { $model } at { $origin }: { $why }
terminal-sampling-length = length  at most { $most } tokens (requested: { $requested })
terminal-sampling-cost-row = cost    { $cost }
terminal-sampling-estimate = about { $estimate }, at most { $most }
terminal-sampling-budget-row = budget  { $minute } of { $minute-limit } requests this minute, { $day } of { $day-limit } tokens today (this one included)
terminal-sampling-today = request { $number } of today
terminal-sampling-context = - It asks for context ({ $context }): none is added here
terminal-sampling-system = system prompt, in its words:
terminal-sampling-message = { $role } (written by the server):
terminal-sampling-tool = tool { $tool } of the server: { $description }
terminal-sampling-then = You see the answer before the server does. To edit anything, use the window.
terminal-reply-title = Give this answer of your model to { $server }?
terminal-reply-facts = { $model } answered in { $time } ms: { $input } tokens in, { $output } out, cost { $cost }, { $stop }
terminal-reply-tools = The server would run these calls of its own tools.
terminal-said-image = [an image, { $type }, { $width } × { $height }, { $size }]
terminal-said-data = [{ $what }, { $size }]
terminal-said-tool = [{ $what }]

## Changes
terminal-change-tool = { $server } changed what its tool { $tool } is. Accept the change?
terminal-change-instructions = { $server } changed its instructions. Accept the change?
terminal-change-new = { $server } offers { $count ->
    [one] one tool
   *[other] { $count } tools
} that it did not offer before. Accept?
terminal-change-new-off = No model sees them until you accept. Each call is still asked about like others.
terminal-change-off = Nothing was sent. It stays off until you accept.
terminal-change-part = { $title } ({ $note }):
terminal-change-digest = Definition { $before } before, { $now } now

## Forms and pages
terminal-visit-title = Visit a page for { $server }?
terminal-visit-site = site     { $origin }
terminal-visit-letters = read as  { $letters }
terminal-visit-address = address  { $url }
terminal-form-title = { $server } asks you:
terminal-form-secret = ! These words mention a secret: never give one.
terminal-form-field = { $title }
terminal-form-field-required = { $title }, required
terminal-form-about = “{ $text }”
terminal-form-field-secret = This field mentions a secret: never give one.
terminal-form-left-out = What the server proposes here does not fit, and was left out.
terminal-form-never = Never give a password or a key here.
terminal-form-needed = This is required.
terminal-form-number = Give a number.
terminal-form-yes-no = Give y or n.
terminal-form-choice = Give the number of a choice.
terminal-form-takes-yes-no = y or n
terminal-form-takes-numbers = { $hint }, numbers
terminal-form-option = { $number } { $title }
terminal-form-option-sent = { $number } { $title } (sent as “{ $value }”)

## Sign-in
terminal-client-forget = Forget your own client for { $server }?
terminal-client-title = Use your own client for { $server }?
terminal-client-only = It is used for this server and that issuer only.
terminal-sign-in-title = Sign in to { $server }?   opens { $page } in your browser
terminal-sign-in-server = server    { $origin }
terminal-sign-in-issuer = issuer    { $issuer }
terminal-sign-in-client = client    { $client }
terminal-sign-in-for = for       { $resource }
terminal-sign-in-scope = scope     { $scope }
terminal-sign-in-scope-new = scope     { $scope }   new
terminal-sign-in-known-as = known as  { $client }
terminal-sign-in-then = Nothing was opened yet. You type your password in the browser, never here.

## Folders
terminal-root-title = Let { $server } into this folder?
terminal-root-folder = folder  { $path }
terminal-root-link = It is where { $picked } leads.
terminal-root-holds = holds   { $files ->
        [one] { $files } file
       *[other] { $files } files
    }
terminal-root-holds-more = holds   more than { $files } files
terminal-root-for = for     { $access }
terminal-root-named = named   “{ $name }”
terminal-root-argument = Also as its last argument: it starts anew.
terminal-root-variable = Also as its variable { $name }: it starts anew.
terminal-root-risk = ! { $risk }.
terminal-root-secret = ! { $path } ({ $what })
terminal-root-secrets-more = ! and { $count } more that look like secrets
terminal-root-other = It also has { $path } ({ $access })
terminal-root-private = No other server learns of it. You can revoke it at any time.

## Authority
terminal-authority-tier = from “{ $from }” to “{ $to }”
terminal-authority-where = where “{ $argument }” { $test }
terminal-authority-says = the server says: “{ $text }”
terminal-reach-title = { $server } wants to reach a host
terminal-reach-yours = Let { $server } reach a host
terminal-reach-host = Host and port: { $host }
terminal-reach-punycode = The name is written in punycode: in letters it may look like another name.
terminal-reach-address = { $what }
terminal-reach-call = Running now: { $tool }
terminal-launch-keeps = It keeps: { $what }
terminal-launch-holds = It was sent data of { $servers }, and can send it anywhere when it runs so.
terminal-root-was-sent = It was sent data of { $servers }, and can write it there.
terminal-reach-holds = It was sent data of { $servers }, and can send it there.
terminal-reach-first = So far this server can send nothing.
terminal-ask-reach = Allow? [y = once, r = while it runs, a = always, anything else = no]
terminal-reach-unasked = { $server } was refused a connection to { $host }: { $why }. Allow the host with `servers reach "{ $server }" --allow { $host }`.

## Another program in the place of a server's
terminal-replacement-title = Another program takes the place of { $server }. It gets only what you choose; everything else is removed.
terminal-replacement-held = The old program was given:
terminal-replacement-stays = { $what }: removed in any case. { $why }
terminal-ask-moves = Does the new program get this? y gives it, anything else removes it:
