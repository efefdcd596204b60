### The host's words in approval requests. Only Rust uses them.

## Pending approvals
host-approval-why = { $lead } { $rest }
host-approval-change-first = The server changed the definition of this tool. You decide on the change first.
host-title-tool = Run “{ $tool }” through { $server }?
host-title-root = Give { $server } access to a folder?
host-title-apply = Apply the changes of { $server } to { $folder }?
host-title-reach = Let { $server } reach { $host }?
host-title-roots = Tell { $server } its folders?

## Reasons for the approval of a call
host-server-removed = a removed server
host-reason-own-flow-lead = A destructive tool needs approval each time.
host-reason-own-flow = This conversation contains data of this server. Text in that data may have led the model to this call.
host-reason-relaunched-lead = This server was started differently before.
host-reason-relaunched = This conversation contains data from that time. It counts as data of another server.
host-reason-flow-lead = Data may cross servers.
host-reason-flow = This conversation contains data of { $server }. Approval is needed even where you allowed the tool.
host-reason-flow-through = This conversation contains data of { $via }, which was given data of { $from } before.
host-reason-sent-since-lead = { $server } has sent more than 1 MB to its hosts since you allowed this.
host-reason-sent-since = This conversation contains data of { $server }.
host-reason-carries-lead = The arguments contain text of { $server }.
host-reason-carries = It is marked. Approval is needed each time, whatever you allowed.
host-reason-carries-definition-lead = The arguments contain text of { $server }'s tool descriptions.
host-reason-carries-definition = The model reads descriptions without calling a tool. The marked parts come from there.
host-reason-no-rule-lead = No rule covers this call.
host-reason-no-rule = You have not allowed this tool here.
host-reason-budget-turn-lead = A rule allowed { $calls } calls since your last message.
host-reason-budget-hour-lead = A rule allowed { $calls } calls within an hour.
host-reason-budget = That is as many as one rule allows without asking you again.
host-reason-sum-lead = With this call “{ $argument }” would be more than { $most } in all within an hour.
host-reason-sum = A rule allows up to that sum without asking you again.
host-narrowed-budget = “This conversation” lets the rule allow { $calls } calls again.
host-reason-destructive-lead = This tool may destroy data, run programs or spend money.
host-reason-destructive = You or the server itself declared that.
host-reason-sends-lead = This tool could send data out.
host-reason-sends = Innkeeper cannot verify that this tool only reads, so it treats it as one that can send data.
host-reason-writes-lead = This tool writes.
host-reason-reads-lead = This tool reads.
host-reason-your-tier = You chose this risk level for it.
host-reason-trusted = The server declares that, and you trust the server for reading.
host-reason-claim-lead = The server calls this tool harmless.
host-reason-claim = Innkeeper does not rely on that.
host-reason-changed-lead = The server changed the definition of this tool.
host-reason-changed = What you allowed for it does not apply until you accept the change.
host-reason-hidden-lead = The arguments have characters that cannot be seen.
host-reason-hidden = They are written out below. Such a call needs approval each time, whatever you allowed.
host-reason-edited-lead = You changed the arguments.
host-reason-edited = An edited call is allowed once.
host-reason-rule-asks = One of your rules requires approval.
host-reason-rule-allows = One of your rules allows this call.
host-reason-rule-denies = One of your rules denies this call.
host-reason-command-line = The command line allows this call.
host-reason-too-broad-lead = The command line does not name exactly one call.
host-reason-too-broad = A destructive tool requires that: --approve-tool SERVER/TOOL:1.
host-reason-unreadable-lead = A stored rule cannot be read.
host-reason-unreadable = To be safe, it denies the call.
host-reason-suspended-lead = You stopped everything.
host-reason-suspended = One of your rules would allow this call. Rules allow nothing until you resume them on the Rules page.
host-reason-unconfirmed-lead = Its stored permissions are not confirmed.
host-reason-unconfirmed = Innkeeper cannot tell that it wrote them. Until you confirm them, no rule allows a call to this server.
host-reason-unchecked-lead = The arguments were not checked.

## Approval of a call
host-narrowed-edited = an edited call is allowed once; later calls need approval again
host-narrowed-alone = the call belongs to no conversation
host-narrowed-rule = one of your rules requires approval each time
host-narrowed-relaunched = “Always” is not available: the server was started differently before
host-narrowed-flow = “Always” is not available when data crosses servers
host-narrowed-destructive = “Always” is not available for a destructive tool
host-narrowed-each = a destructive tool needs approval each time
host-always-offline = “Always” also lets this data reach { $server }. It holds while { $server } has no network and no other server sees a folder that it writes to.
host-reach-program = The server is a program on this machine.
host-reach-program-named = The server is a program on this machine ({ $program }).
host-reach-unconfined = It can use your files, your network and other programs as far as you can. It is not confined.
host-reach-remote = The server is at { $origin }. The arguments leave this machine and go there.
host-reach-remote-here = The server is at { $origin }, on this machine. The arguments go there.
host-asked-terminal = you, at a terminal
host-asked-page = you, on the server's page

## Arguments
host-size-characters = { $count ->
        [one] { $count } character
       *[other] { $count } characters
    }
host-size-items = { $count ->
        [one] { $count } item
       *[other] { $count } items
    }
host-size-fields = { $count ->
        [one] { $count } field
       *[other] { $count } fields
    }
host-size-boolean = boolean
host-size-null = null
host-size-number = number

## Permissions that widen authority
host-authority-tool = Allow “{ $tool }” of { $server } { $long }?
host-authority-every = Allow every tool of { $server } { $long }?
host-authority-tools = Allow { $count } tools of { $server } { $long }?
host-long-minutes = for { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
host-long-hours = for { $count ->
        [one] { $count } hour
       *[other] { $count } hours
    }
host-long-conversation = in one conversation
host-long-always = without approval
host-authority-remove-deny = Remove the rule that denies “{ $tool }” of { $server }?
host-authority-remove-deny-every = Remove the rule that denies every tool of { $server }?
host-authority-remove-ask = Remove the rule that requires approval for “{ $tool }” of { $server }?
host-authority-remove-ask-every = Remove the rule that requires approval for every tool of { $server }?
host-authority-remove-allow = Remove the rule that allows “{ $tool }” of { $server }?
host-authority-remove-allow-every = Remove the rule that allows every tool of { $server }?
host-authority-tier = Count “{ $tool }” of { $server } as “{ $tier }”?
host-authority-trust = Trust { $server } for reading?
host-authority-unguarded = Let data of { $from } reach { $server } without approval?
host-authority-forget-data = Count the results of { $server } as its own data alone?
host-authority-unreviewed = Send answers of your models to { $server } without your review?
host-authority-instructions = Let your models read the instructions of { $server }?
host-authority-budget = Let { $server } use more of your models?
host-authority-resume = Resume your rules?
host-authority-registry = Use the registry { $host }?
host-authority-stored =
    { $servers ->
        [one] Confirm the stored permissions of one server?
       *[other] Confirm the stored permissions of { $servers } servers?
    }
host-point-rules = Such a call needs no approval while the tool's definition and the server's start stay the same.
host-point-rules-flow = Approval is still needed where data crosses servers.
host-point-rules-arguments = Arguments without a condition may have any value.
host-point-without = Calls that your other rules allow then need no approval.
host-point-tier-flow = Data of other servers in the conversation no longer makes approval necessary for this tool.
host-point-tier-text = Approval is still needed where its arguments contain text of other servers.
host-point-tier-definition = This covers the current definition of the tool.
host-point-trust = These tools declare that they only read. They then count as “Reads”: { $tools }.
host-point-trust-none = No tool of { $server } declares that it only reads, so no tool counts as “Reads” because of this.
host-point-trust-own = After { $server } returned data, its own destructive tools need no extra approval.
host-point-trust-each = Each call still needs approval unless you allow it. Data of other servers still needs approval.
host-point-trust-only = Do this only if nobody else can write what the server reads: not for mail, the web or shared files.
host-point-unguarded = Data of { $from } may be sent to { $server } without approval where a rule allows the tool.
host-point-unguarded-text = Text of { $from } in the arguments no longer makes approval necessary.
host-point-unguarded-destructive = A tool that may destroy data, run programs or spend money still needs approval each time.
host-point-unreviewed = You still approve each request before your model receives it.
host-point-unreviewed-tools = You still review an answer that calls tools of the server before the server receives it.
host-point-instructions = { $server } wrote this text. Each request of a conversation in which it is on will contain it.
host-point-instructions-data = It is marked as claims of { $server }, and each call of a tool is still decided as before.
host-point-instructions-change = If { $server } changes the text, models read this one until you accept the change.
host-point-budget-minute = Requests per minute: { $to } instead of { $from }.
host-point-budget-day = Tokens per day: { $to } instead of { $from }.
host-point-budget-each = You still approve each request.
host-point-registry-sent = Your searches and the names of the servers that you open are sent to this address. Nothing of your conversations, servers or keys is.
host-point-registry-claims = Anyone can publish to a registry. What it lists is shown as claims, and Innkeeper does not vouch for it.
host-point-registry-review = A server from it is added by you, and reviewed like any other before it starts.
host-point-resume = You stopped everything. Your rules have allowed nothing since.
host-point-stored = From now on all of this counts as if you had allowed it.
host-point-stored-why = Innkeeper cannot tell that it wrote this. It may come from an earlier version or an older copy of your data. The keychain may have lost its key, or another program may have changed your data.
host-point-stored-else = If you do not recognize something, do not confirm. Remove the rule, folder, host or server first, then review again.
host-stored-launch = Its start was accepted.
host-stored-no-launch = Its start is reviewed before it runs.
host-stored-unconfined = It may run without a sandbox.
host-stored-folder-read = Folder to read: { $path }
host-stored-folder-write = Folder to read and write: { $path }
host-stored-host = It may reach { $host }.
host-stored-every-tool = every tool
host-stored-allow = Allowed without asking, { $long }: { $tool }
host-stored-allow-where = Allowed without asking, { $long }: { $tool }, where { $conditions }
host-stored-ask = Asks each time: { $tool }
host-stored-deny = Denied: { $tool }
host-stored-tier = { $tool } counts as: { $tier }
host-stored-trusted = Its data counts as harmless to read, and its tools that say they only read count as reading.
host-stored-unguarded = Data of { $server } may reach it without approval.
host-stored-flows =
    { $count ->
        [one] In one conversation, data of another server may reach it.
       *[other] In { $count } places, data of other servers may reach it in a conversation.
    }
host-stored-sampling = It may ask your models.
host-stored-elicitation = It may ask you for input.
host-stored-definitions =
    { $count ->
        [one] One definition was accepted.
       *[other] { $count } definitions were accepted.
    }
host-stored-tools-off = Switched off: { $tools }
host-point-forget-data = { $server } was given data of { $servers }. Its results count as data of these servers, too.
host-point-forget-data-sure = If { $server } still holds that data, it can reach other servers without an approval that names where it came from.

## Changes of a definition
host-part-title = Title
host-part-description = Description
host-part-arguments = Arguments
host-part-result = Result
host-part-annotations = Annotations
host-part-other = Other fields
host-part-instructions = Instructions
host-difference-claims = claims of the server
host-difference-characters = characters changed
host-difference-words = { $added ->
        [one] { $added } word
       *[other] { $added } words
    } added, { $removed } removed
host-difference-words-added = { $count ->
        [one] { $count } word
       *[other] { $count } words
    } added
host-difference-words-removed = { $count ->
        [one] { $count } word
       *[other] { $count } words
    } removed
host-difference-lines = { $changes }
host-difference-added = { $count } added
host-difference-changed = { $count } changed
host-difference-removed = { $count } removed
host-change-roomier-lead = { $field } could carry data of other servers.
host-change-roomier = It accepts more text than before.
host-change-roomier-more = { $count ->
        [one] { $count } more field
       *[other] { $count } more fields
    } could carry data of other servers.
host-change-claims-reading = The tool now claims to be read-only.
host-change-claims-harmless = The tool now claims to destroy nothing.
host-change-claim = A claim does not lower its risk level.
host-change-destructive-lead = The tool may now destroy data, run programs or spend money.
host-change-destructive = The server itself declares that.

## Confusable names and unusual characters
host-shadow-same-lead = This name is not unique.
host-shadow-alike-lead = This name is easily confused.
host-shadow-here = This server also has { $tool }.
host-shadow-same = { $server } also has a tool with this name.
host-shadow-other = { $server } has { $tool }.
host-shadow-more = { $count ->
        [one] { $count } more tool has a similar name.
       *[other] { $count } more tools have similar names.
    }
host-odd-name-hidden-lead = Its name contains { $count ->
        [one] { $count } hidden character
       *[other] { $count } hidden characters
    }.
host-odd-name-hidden = Written out, it is { $name }.
host-odd-hidden-lead = { $count ->
        [one] { $count } hidden character
       *[other] { $count } hidden characters
    } { $place }.
host-odd-hidden = They are written out.
host-odd-mixed-name = “{ $word }” mixes scripts.
host-odd-mixed = “{ $word }” { $place } mixes scripts.
host-odd-scripts = It has { $scripts } letters.
host-odd-poses-lead = { $name } looks like { $like }.
host-odd-poses = It has letters of another alphabet.
host-place-title = in the title
host-place-description = in the description
host-place-arguments = in the schema of the arguments
host-place-instructions = in the instructions
host-place-url = in the URL
host-place-command = in the command
host-script = { $name }

## Addresses
host-address-foreign-lead = Its name has letters of another script.
host-address-foreign = They are spelled out behind “xn--”. A browser may show letters that look like ones you know.
host-address-poses-lead = It looks like { $name }.
host-address-poses = It is a different site.
host-address-number-lead = The address is an IP address, not a name.
host-address-number = Nothing shows who owns it.
host-address-long-lead = The name of the site is long.
host-address-long = The end of the name says whose site it is, not the start.
host-address-private-lead = The address is in a private network.
host-address-private = A device or service of that network answers there. Opening the address may make it do something.
host-address-here-lead = The address is on this machine.
host-address-here = Whatever program listens there answers. Opening the address may make it do something.
host-address-port-lead = It uses port { $port }.
host-address-port = An address without a number uses the usual port.

## Starting and connecting
host-launch-given = Given as a path
host-launch-found = First match in the search path of { $count ->
        [one] { $count } folder
       *[other] { $count } folders
    }
host-source-kept = stored for this server only
host-source-variable = your variable { $variable }, read at each connection
host-source-inherited = your own value, if set
host-source-host = your own value, read at each start
host-source-path = the search path
host-source-folder = the folder { $path }
host-launch-plain-lead = The connection is not encrypted.
host-launch-plain = Anyone on the network path can read and change arguments, results and what the tools claim.
host-launch-private = Devices and services of that network answer there. In another network, a different device may have the same address.
host-launch-here = Whatever program listens there answers.
host-launch-fetches-lead = { $program } may download this package when it starts.
host-launch-fetches = The downloaded code can change from one start to the next.
host-launch-latest = “latest” runs the newest version at each start.
host-launch-kept-argument-lead = A key in the arguments is kept in the keychain.
host-launch-kept-argument = { $placeholder } is replaced by it when the program starts.
host-launch-plain-key-lead = An argument looks like a key.
host-launch-plain-key = There is no keychain to keep it in, so it is stored as it is. Other programs of yours can read it.
host-launch-shell-lead = This starts a shell.
host-launch-shell = It can run any command in its arguments.
host-launch-loads = { $variable } can load other code into the program.
host-launch-loads-code = It can load other code into the program, or choose the code that it runs.
host-launch-redirects = It can send what the program sends to another place.
host-answer-not-ticked = A variable that loads code or redirects requests is not ticked.
host-answer-other-changes = No change is selected, or one that cannot be applied.
host-launch-root-lead = It starts with a folder that you granted.
host-launch-root-variable = { $path } is the value of its variable { $variable }.
host-launch-root-argument = { $path } is at the end of its arguments.

## Model endpoints
host-wire-anthropic = Anthropic Messages
host-wire-responses = OpenAI Responses
host-wire-openai = OpenAI-compatible chat

## Sampling
host-sampling-chosen = You chose this model.
host-wish-models = Preferred models: { $models }
host-wish-priorities = Priorities: { $priorities }
host-wish-temperature = Temperature { $temperature }
host-wish-stops = Stops at { $texts }
host-quoted = “{ $text }”
host-wish-tool = The model must use a tool
host-wish-no-tool = The model must not use a tool
host-said-audio = audio, { $type }
host-said-image = an image, { $type }
host-said-call = calls { $tool }
host-said-result = result of a tool
host-said-result-failed = result of a tool that failed

## Sign-in
host-sign-in-elsewhere-lead = You sign in at another site.
host-sign-in-elsewhere = The server at { $server } says that you sign in at { $page }.
host-sign-in-workload-lead = A token in a file signs in.
host-sign-in-workload = Innkeeper reads { $file } and sends the token in it to { $issuer }, now and each time the access token expires.
host-sign-in-moved-lead = This server now uses another authorization server.
host-sign-in-moved = You were signed in at { $old }. Nothing of that sign-in goes to { $new }. If you did not expect this change, ask the operator of the server first.
host-sign-in-bound-lead = The tokens are bound to a key.
host-sign-in-bound = Innkeeper makes a key for this sign-in and stores it with the tokens. A copied token is useless without it.
host-sign-in-redeems-lead = Another site receives the result of the sign-in.
host-sign-in-redeems = You sign in at { $page }, and { $receiver } receives the result. Make sure that the two belong together.
host-sign-in-more-lead = The server requests more permissions than it has.
host-sign-in-more = The new ones are marked.
host-sign-in-no-scope-lead = The server names no permissions.
host-sign-in-no-scope = The sign-in page says what it will allow.
host-sign-in-foreign-lead = The name of the page has letters of another script.
host-sign-in-foreign = It can look like a name you know and belong to another site.

## Tool results to a remote model
host-outflow-expired = Nobody answered in time. Nothing was sent to { $host }.
host-outflow-unattended = Nobody was there to approve it. Nothing was sent to { $host }.
host-outflow-command-line = The command line does not allow it. Nothing was sent to { $host }.
host-outflow-unrecorded = The decision could not be recorded. Nothing was sent to { $host }.
host-outflow-stopped = You stopped everything. Nothing was sent to { $host }.
host-outflow-too-many = Too many approvals were pending. Nothing was sent to { $host }.
host-outflow-denied = You stopped here. Nothing was sent to { $host }.

## Names of hidden characters
host-character-null = null
host-character-escape = escape
host-character-return = carriage return
host-character-backspace = backspace
host-character-delete = delete
host-character-soft-hyphen = soft hyphen
host-character-zero-space = zero width space
host-character-zero-non-joiner = zero width non-joiner
host-character-zero-joiner = zero width joiner
host-character-left-mark = left-to-right mark
host-character-right-mark = right-to-left mark
host-character-left-embedding = left-to-right embedding
host-character-right-embedding = right-to-left embedding
host-character-pop-formatting = pop directional formatting
host-character-left-override = left-to-right override
host-character-right-override = right-to-left override
host-character-word-joiner = word joiner
host-character-separator = invisible separator
host-character-left-isolate = left-to-right isolate
host-character-right-isolate = right-to-left isolate
host-character-first-isolate = first strong isolate
host-character-pop-isolate = pop directional isolate
host-character-zero-no-break = zero width no-break space
host-character-tag = tag character
host-character-variation = variation selector
host-character-control = control character
host-character-hidden = hidden character

## Answers that did not count
