## AuthorityApproval
consent-part-rules = rules
consent-authority-widens-sampling = It widens the server's access to your models.
consent-authority-widens-instructions = It adds text of a server to what your models read.
consent-authority-widens = It allows more without your approval.
consent-authority-undo-server = You can revoke it on the server's page, effective at once
consent-authority-undo-rules = You can revoke it on the Rules page, effective at once
consent-authority-void-start = Automatically, if the server would start differently
consent-authority-void-tool = Automatically, if the server would start differently or the tool's definition changes

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
consent-change-title-new = { $server } offers new tools. Accept them?
consent-change-new-sub = { $count ->
    [one] one new tool
   *[other] { $count } new tools
}
consent-change-new-off = No model sees them until you accept.
consent-change-new-calls = After that, each call needs a rule or your approval, like any other call.
consent-change-accept-new = Accept new tools
consent-change-deny-new = Leave them out
consent-change-new-full = Show in full
consent-change-off-voids = Nothing was sent. The tool stays off until you accept.
consent-change-off = The tool stays off until you accept.

## AuthorityApproval
consent-part-rule = a rule
consent-request = Request
consent-authority-ends-after = It ends after { $time }.
consent-authority-conversation = It applies in the conversation “{ $conversation }” only.
consent-part-meaning = what it means
consent-authority-meaning = What it means
consent-how-it-ends = How it ends
consent-authority-logged = The audit log records that you allowed it

## ChangeApproval
consent-change-unused = No call is recorded.
consent-change-accepted = last accepted { $day }
consent-change-what = What changed
consent-change-both = Both in full
consent-change-no-instructions = No model receives its instructions.
consent-change-old-instructions = Models read the accepted instructions.
consent-change-void = Your “always” for this tool is void.
consent-change-not-sent = Nothing was sent.
consent-change-page = Its page shows what you accepted until you accept this.
consent-change-new-instructions = They read the new ones as soon as you accept this.
consent-change-accepted-part = What you accepted
consent-change-now-part = What it is now
consent-instructions-text = The whole text, as the server wrote it
consent-change-stands-out = Unusual parts
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
consent-client-compare = { $server } is at { $origin } and names this host for sign-in. Compare the two.
oauth-issuer = Issuer
oauth-client-id = Client ID
consent-part-client-id = the client ID
consent-client-as-given = as you received it from the provider
consent-part-client-secret = the client secret
oauth-client-secret = Client secret
consent-client-if-any = if it has one
consent-reach-label = Reach
consent-then = What happens then
consent-client-review = You review the sign-in before a browser opens
consent-client-token = The secret goes only to this issuer's token endpoint
consent-client-others = Other servers receive none of it

## EndpointApproval
consent-endpoint-keychain = Innkeeper tests the key first, then stores it in this machine's keychain.
consent-endpoint-memory = Innkeeper tests the key first, then keeps it in memory until you quit.
consent-endpoint-has-key = A key for this address is stored. Leave this empty to keep it.
consent-endpoint-leave-empty = { $kept } Leave it empty if none is needed.
consent-endpoint-title = Use { $name } as a model?
on-this-machine = on this machine
leaves-this-machine = leaves this machine
consent-endpoint-goes = Your messages, attached data and tool results go there
consent-endpoint-unencrypted = Everything sent there, a key included, travels unencrypted in your network.
consent-address = Address
consent-part-key = the key
consent-endpoint-key = Key
consent-endpoint-key-only = for this address only
consent-endpoint-headers = Headers of your own
consent-endpoint-headers-hint = One per line, as in X-Team: 7. They go to this address only, and are stored with the key: enter both again to change one.
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
consent-feature-form-title = Let { $server } request your input?
consent-feature-reconnects = Innkeeper reconnects to the server to tell it.
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

## LaunchApproval
consent-launch-void = Its permissions have no effect until you accept.
consent-launch-changes = { $count ->
        [one] { $count } thing
       *[other] { $count } things
     } changed since { $day }. Its permissions have no effect until you accept.

## RootApproval
consent-root-size-more = more than { $count } files, { $size }
consent-root-size = { $count ->
        [one] { $count } file
       *[other] { $count } files
     }, { $size }
consent-root-tells-word = tells

## SignInApproval
consent-sign-in-new = { $count } new

## LaunchApproval
consent-launch-changed-title = { $server } would start differently. Start it?
consent-launch-title = Start { $server }?
consent-launch-runs = It runs as a program on this machine, as you.
consent-launch-code = runs code
consent-what-changed = What changed
consent-launch-command = The command
consent-launch-package = The package
consent-launch-bundle = The bundle
consent-launch-words = Command, word by word
consent-launch-program = Program
consent-part-program = the program
consent-launch-leads-to = resolves to
consent-launch-folder = Working directory
consent-part-folder = the working directory
consent-launch-environment = Environment
consent-part-environment = the environment
consent-launch-hidden = Values stay hidden.
consent-launch-some-hidden = Values that hold a credential stay hidden.
consent-launch-values = Other values
consent-launch-keeps = It keeps what it has
consent-launch-keeps-hint = It starts differently from what you accepted, and still has this. Tick what you take away.
consent-launch-keeps-revoke = Take away: { $what }
consent-launch-risky = Variables to accept one by one
consent-launch-reach = It can reach whatever you can
consent-launch-confined = It runs in a sandbox
consent-launch-unseen = It names folders that it cannot see
consent-launch-unseen-part = The folders it names
consent-launch-unseen-hint = Innkeeper asks about each of them next. A folder that you do not grant stays invisible to it.
consent-launch-no-sandbox = It runs without a sandbox.
consent-launch-sandbox-switch = Run it in a sandbox
consent-launch-sandbox-hint = When off, the server can do whatever you can.
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
consent-outflow-final = What was sent stays there, whatever you choose later.
consent-outflow-final-hint = The operator of this address may keep it.
consent-outflow-model = for the model
consent-outflow-goes = What these servers returned in this conversation goes there
consent-outflow-to = To
consent-outflow-results = Tool results so far, as part of the chat
consent-outflow-later = What these and other servers return later in this conversation
consent-outflow-again = Approval is needed again
consent-outflow-again-when = in another conversation, and for another address. Nothing was sent yet.

consent-link-title = Open a link to { $host }?
consent-link-sub = In the conversation “{ $conversation }”
consent-link-carries = Text of { $servers } is in this address.
consent-link-carries-hint = Whoever runs the site would get it. The marked parts come from there.
consent-link-not-found = No text of a server was found in this address.
consent-link-not-found-hint = It could still be there in other words: this conversation holds data of { $servers }.
consent-link-plain = The connection is not encrypted.
consent-link-plain-hint = Others on the way can read the address and the page.
consent-link-learns = The site learns the whole address, and that you opened it now
consent-link-wrote = The model or a server chose the address
consent-link-open = Open in browser
consent-link-open-site = Open, and others of this site
consent-link-site = In this conversation: links to { $host }

## RemoteApproval
consent-remote-title = Connect to { $origin }?
consent-remote-changed = { $server } would be reached differently. Its permissions have no effect until you accept.
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
consent-root-title-read = Let { $server } read this folder?
consent-root-title-write = Let { $server } read and change this folder?
consent-root-title-tell = Tell { $server } about this folder?
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
consent-root-read-hint = See names and contents. The sandbox prevents writes. A server without a sandbox is only asked not to write.
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
consent-root-tells = It { $tells } the server where to work. In a sandbox the server sees only its folders; without one it can still open whatever you can
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
consent-why-reach = Why and reach
consent-sign-in-no-password = You sign in there. Innkeeper sees no password
consent-token-keychain = Innkeeper stores the token in this machine's keychain
consent-token-memory = Innkeeper keeps the token in memory until you quit: there is no keychain
consent-token-goes = It is sent to { $origin } only
consent-sign-in-only = Signing in allows none of its tools. You can sign out on the server's page.
## ReachApproval
consent-about-reach = · a server wants to reach a host
consent-reach-title = Let { $server } reach { $host }?
consent-reach-now = It is trying to connect now. Nothing was sent yet.
consent-reach-yours = You named this host. Nothing was sent yet.
consent-reach-host = Host and port
consent-part-host = the host
consent-reach-punycode = The name is written in punycode. In letters it may look like another name. Check it character by character.
consent-reach-calls = Running now
consent-part-running = the running calls
consent-reach-call-in = { $tool } in “{ $conversation }”
consent-reach-no-calls = No call runs. The server connects on its own, for example at its start.
consent-reach-holds = It was sent data of other servers.
consent-launch-holds-hint = It may have kept this data, and can send it anywhere when it runs so:
consent-root-holds-hint = It may have kept this data, and can write it into this folder:
consent-reach-holds-hint = It may have kept this data, and can send it to this host:
consent-reach-first = So far this server can send nothing. Once it reaches a host, its tools count as tools that could send data out.
consent-reach-gets = What the host gets
consent-reach-anything = Whatever the server sends: arguments of its calls, files of its folders, what it keeps in its private folder
consent-reach-unseen = Innkeeper counts the bytes. It cannot read encrypted connections.
consent-reach-elsewhere = Other hosts, and other ports of this one, stay refused until you allow them.
consent-reach-again = You can revoke this on the server's page. That closes its connections.
consent-reach-once = This connection
consent-reach-run = While it runs
consent-reach-always = Always
consent-reach-allow-once = Allow once
consent-reach-allow-run = Allow while it runs
consent-reach-allow-always = Always allow this host
