## problems/launch
host-launch-empty = The command is empty
host-launch-nul = The command, an argument or a path contains a NUL byte
host-launch-not-found = The program `{ $command }` was not found in any folder of PATH
host-launch-no-file = There is no file `{ $command }`
host-launch-holds-arguments = `{ $command }` is not a program: the command includes arguments
host-launch-tilde = The path `{ $path }` begins with ~, which only a shell expands
host-launch-not-executable = `{ $path }` is not a program that you may run
host-launch-cwd = The working directory `{ $path }` is not an existing folder with an absolute path
host-launch-no-home = Your home folder is unknown
host-launch-no-packages = The packages of the bundle are not installed
host-launch-env-name = `{ $name }` is not a valid name of an environment variable
host-launch-env-reserved = Innkeeper sets the environment variable `{ $name }` itself
host-launch-env-duplicate = The environment variable `{ $name }` is listed twice
host-launch-env-no-secret = The keychain has no value for the environment variable `{ $name }`
host-launch-env-unset = The variable `{ $name }` is not set in the environment of Innkeeper
host-launch-env-nul = The value of the environment variable `{ $name }` contains a NUL byte
host-launch-secrets = The value of the environment variable `{ $name }` could not be read from the keychain
host-launch-other-secrets = The secrets belong to another server
host-launch-not-local = The approval is for a remote server, not for a program on this machine
host-launch-changed = The command now leads to `{ $found }`, not to the approved `{ $approved }`
host-launch-content-changed = `{ $path }` changed since you reviewed the start
host-launch-too-large = Arguments and environment are too large: { $bytes } bytes
host-launch-guard = The guard process could not be started: { $error }
host-launch-guard-silent = The guard process did not report that the program started
host-launch-exec = `{ $path }` could not be run: { $error }
host-launch-exec-return = `{ $path }` could not be run: its first line ends with a carriage return, as in text files from Windows
host-launch-exec-interpreter = `{ $path }` could not be run: its first line names the interpreter `{ $interpreter }`, which was not found
host-launch-exec-architecture = `{ $path }` could not be run: it was built for { $machine }, not for this machine ({ $error })
host-launch-exec-format = `{ $path }` could not be run: it is neither a program nor a script whose first line names its interpreter
host-launch-exec-batch = `{ $path }` could not be run: Windows cannot pass one of its arguments to a batch script

## problems/launch, what to do
host-hint-install-program = Install the program, or enter the full path of its file as the command.
host-hint-enter-value = Start it again and enter the value in the consent window, or set the variable before Innkeeper starts.
host-hint-split-command = Enter “{ $program }” as the command, and “{ $arguments }” as its arguments, each separately.
host-hint-full-path = Enter the full path.
host-hint-full-path-is = Enter the full path: { $path }
host-hint-executable = Make the file executable (chmod +x). Or enter the program that runs it as the command, and the file as its argument.
host-hint-exec-return = Save the script with Unix line endings (LF).
host-hint-exec-interpreter = Install that interpreter. Or enter an installed one as the command, and the script as its argument.
host-hint-exec-architecture = Install the build of this program for this machine.
host-hint-exec-format = Begin the script with a line such as `#!/bin/sh`, or enter its interpreter as the command.
host-hint-exec-batch = Take line breaks out of the arguments. Or enter the program that the script starts, such as node.exe, as the command.
host-hint-check-command = Check the command and its working directory.
host-hint-cwd = Create the folder, or choose another working directory.
host-hint-review-again = Start it again to review what would start now.
host-hint-unlock-start = Unlock the keychain, then start the server again.

## problems/connection
host-connect-timed-out = The server did not answer within { $seconds ->
        [one] { $seconds } second
       *[other] { $seconds } seconds
    }
host-connect-unknown-version = The server speaks protocol version “{ $answered }”, which Innkeeper does not know. Innkeeper offered “{ $offered }”
host-connect-no-session = The server does not speak with sessions, which you chose for it
host-connect-session-only = The server does not speak without sessions, which you chose for it
host-connect-only-newer = The server speaks protocol version { $supported } only; Innkeeper speaks { $oldest } to { $newest }
host-connect-no-initialize = The server knows neither `server/discover` nor `initialize`; Innkeeper speaks protocol version { $oldest } to { $newest }
host-connect-refused = The server refused the connection: { $message } (code { $code })
host-connect-bad-answer = The first reply of the server cannot be read: { $reason }
host-connect-closed = The connection ended before the server replied: { $reason }
host-connect-streams = The streams of the server cannot be used: { $error }
host-connect-sign-in = The server requires a sign-in
host-connect-http = The server could not be reached: { $problem }
host-connect-url = The URL cannot be used: { $problem }
host-connect-header = The header { $name } cannot be sent: { $problem }
host-connect-other-server = The approval is for another server
host-connect-no-thread = Innkeeper could not start a thread for the connection: { $error }
host-header-no-value = it has no value
host-header-characters = its value contains characters that cannot be sent
host-header-unencrypted = its value would be sent unencrypted; use https
host-header-keychain = the keychain did not return its value: { $error }
host-closed = The connection ended: { $reason }
host-close-requested = Innkeeper closed it
host-close-server = the server closed it
host-close-read = reading from the server failed: { $error }
host-close-write = writing to the server failed: { $error }
host-close-stalled = the server does not read its input
host-close-ping = the server did not answer a ping
host-close-unreachable = the server cannot be reached any more
host-close-session = the server lost its session and did not open the same one again
host-close-version = the server no longer speaks the same protocol version
host-close-sign-in = the server now requires a sign-in
host-close-not-established = it was never established
host-close-failed = it failed inside Innkeeper

## problems/request
host-request-not-sent = not sent: { $reason }
host-request-rpc = the server answered with an error: { $message } (code { $code })
host-request-timed-out = no reply in time
host-request-cancelled = cancelled
host-request-lost = the connection was lost
host-request-bad-result = the reply cannot be read: { $reason }
host-request-limit = the reply was refused: { $limit }
host-request-input = the request needs input first: { $problem }
host-request-task = { $problem }
host-input-rounds = the server asked for input again and again
host-input-many = the server asked for too much at once
host-input-state = the state that the server wants kept is larger than Innkeeper keeps
host-input-not-offered = the server asked for something that is switched off for it, or that Innkeeper does not offer
host-input-not-given = the server was not given what it asked for ({ $reason })
host-input-unreadable = what the server asked for cannot be read ({ $reason })
host-stopped-items = it has more than { $most } items, the limit on the page of the server ({ $left } left out)
host-stopped-pages = it has more than { $most } pages, the limit on the page of the server
host-stopped-not-offered = the server says that it has no such list
host-request-repeats = the list of the server repeats itself
host-request-list-limit = reading the list was stopped: { $limit }
host-not-sent-closed = the connection is closed
host-not-sent-full = too many messages to this server are pending
host-not-sent-other = the call is for another server
host-not-sent-undeclared = the server does not offer { $what }
host-not-sent-encoding = the request could not be encoded
host-over-message-bytes = a message is larger than the limit
host-over-json-depth = a message is nested deeper than the limit
host-over-json-nodes = a message has more values than the limit
host-over-batch = a batch has more messages than the limit
host-over-list-bytes = a list is larger than the limit
host-over-list-time = reading a list took longer than the limit

## problems/http
host-http-dns = its host name could not be resolved
host-http-refused = nothing listens at its address, so the connection was refused
host-http-tls = no secure connection could be made: { $error }
host-http-connect = no connection could be made: { $error }
host-http-timed-out = it did not answer in time
host-http-cut-off = the connection broke before the reply was complete
host-http-status = it answered with status { $status }
host-http-status-said = it answered with status { $status }: { $said }
host-http-wait = { $answered } (it asks to wait { $seconds } seconds)
host-http-empty = its reply is empty
host-http-sign-in = it requires a sign-in
host-http-bad-token = its sign-in returned a token that cannot be sent
host-http-redirect-nowhere = it redirects without naming an address
host-http-redirect = it redirects to { $url }, which Innkeeper does not follow
host-http-content-type = its reply is { $type }, neither JSON nor an event stream
host-http-packed = its reply has an unexpected Content-Encoding ({ $encoding })
host-http-session-lost = it does not keep its sessions
host-http-bad-session = its session identifier is invalid
host-http-endpoint-refused = its stream at { $stream } names { $to } as the address for messages, which answered with status { $status }
host-http-endpoint = it names { $url } as the address for messages, which has another origin
host-link-proxy = the proxy { $proxy } cannot be used: { $reason }
host-link-proxy-set = the proxy { $proxy } (set by { $variable }) cannot be used: { $reason }
host-link-plain = its port speaks plain HTTP, and the URL begins with https
host-link-tls = its port speaks TLS, and the URL begins with http

## problems/http, what to do
host-hint-link-proxy = Check that the proxy runs and its address is correct, or add this host to NO_PROXY to connect without it.
host-hint-link-plain = Change the URL to http, or use the port on which it speaks https.
host-hint-link-tls = Change the URL to https.
host-hint-dns = Check the host name in its URL, and that this machine is online.
host-hint-refused = Check its URL, and that the server is running.
host-hint-tls = Check its URL. If the server has a private certificate, add that certificate to those that this system trusts.
host-hint-later = Try again later. If the problem persists, ask the operator of the server.
host-hint-no-access = The server denies access. If it takes a key, add the key as a header: `servers add NAME --url URL --header-from Authorization:VARIABLE`.
host-hint-no-server = Check the path of its URL: no MCP server answers there.
host-hint-too-many = The server receives too many requests. Wait a while, then start it again.
host-hint-server-problem = The server itself has a problem. Try again later, or ask its operator.
host-hint-url-headers = Check its URL and its headers.
host-hint-sign-in-first = Sign in on the page of the server, then try again.
host-hint-redirect = If you know and trust that address, change the URL of the server to it.
host-hint-faulty = The server is faulty. Ask its operator.

## servers/failure
host-with-claim = { $text }. It says: “{ $said }”
host-no-sign-in-why = The server requires a sign-in, which is not possible: { $why }
host-no-sign-in-url = The server requires a sign-in, which is not possible at its URL
host-header-refused = The server refuses the Authorization header that you set
host-listing-failed = Its tools could not be listed: { $error }
host-failed-repeatedly = { $failure }. It failed { $count } times in a row, so Innkeeper no longer restarts it automatically
host-hint-read-output-start = Read its error output, then start it again.
host-hint-read-output = Read its error output: it usually says what is missing.
host-hint-sign-in-page = Sign in on its page.
host-hint-header-again = Change the server and enter the header again.
host-hint-check-url = Check its URL.
host-hint-other-era = Choose “Automatic” under “Sessions” on its page.
host-hint-older-release = Use an older release of the server that speaks revision { $newest } or older, or a newer version of Innkeeper.
host-hint-stdio = Check that the command starts an MCP server that uses standard input and output.
host-hint-later-url = Try again later. If the problem persists, check its URL.
host-hint-no-mcp = Check its URL: no MCP server answers there.
host-hint-start-read-output = Start it again. If the problem persists, read its error output.
host-hint-start-faulty = Start it again. If the problem persists, the server is faulty.
host-hint-start-again = Start it again.
host-hint-sign-in-or-key = Sign in on its page. If the server takes a key instead, change the value of its header.
host-hint-online = Check that this machine is online and the server is running, then start it again.

## servers/diagnosis
host-because = { $failure }: { $cause }
host-exited = It exited with code { $code }
host-out-of-memory = The system ended it because it and its processes had used up their memory
host-killed = It was ended by signal { $signal }
host-exited-early = It exited with code { $code } before it was ready
host-killed-early = It was ended by signal { $signal } before it was ready
host-ended-early = It ended before it was ready
host-hint-output-says = Its error output usually says what is missing.
host-silent-minutes = It did not answer within { $minutes ->
        [one] { $minutes } minute
       *[other] { $minutes } minutes
    }
host-silent-seconds = It did not answer within { $seconds ->
        [one] { $seconds } second
       *[other] { $seconds } seconds
    }
host-hint-silent-package = Check that the package starts an MCP server that uses standard input and output. A slow download can take longer: raise the limit “{ $limit }” of this server.
host-hint-silent-command = Check that the command starts an MCP server that uses standard input and output, and read its error output.
host-hint-not-passed = { $hint } Set for you and not passed to it: { $names }. If it needs them, remove it and add it again with { $options }.
host-failure-said = { $failure }. Its error output says: { $lines }
host-failure-printed = { $failure }. It printed this, which is no MCP message: { $lines }

## servers/diagnosis/cause
host-cause-cache = the download of { $runner } is damaged or incomplete
host-cause-cache-in = the download of { $runner } in { $folder } is damaged or incomplete
host-cause-tilde = its argument “{ $argument }” begins with ~, which only a shell expands
host-cause-no-path = there is no “{ $path }”, which one of its arguments names
host-cause-too-old = { $what } is too old for it
host-cause-too-old-version = { $what } { $version } is too old for it
host-cause-no-program = it starts the program “{ $name }”, which was not found
host-cause-no-module = it lacks the module “{ $name }”
host-cause-no-file = there is no file “{ $path }” to run
host-cause-no-package = the package registry has no such package
host-cause-no-package-named = the package registry has no package “{ $name }”
host-cause-no-variable = it says that it requires the variable { $name }
host-cause-switched-off = it requires { $feature }, which is switched off for it
host-feature-elicitation = “Requests for your input” (elicitation)
host-feature-sampling = “Answers of your model” (sampling)
host-cause-serves-at = it says that it listens at an address, and it does not use standard input and output
host-cause-prints-text = it printed text that is no MCP message
host-cause-dead-proxy = the proxy { $proxy }, which { $variable } names, does not answer
host-cause-no-network = it reached no network
host-cause-certificates = it does not trust a certificate of this network
host-cause-no-display = it found no display
host-cause-disk-full = the disk is full
host-cause-not-permitted = the system does not let it read or write a file that it needs

## servers/diagnosis/cause, what to do
host-fix-cache-npm = Run `npm cache clean --force`, which empties { $folder }, then start it again.
host-fix-cache-uv = Run `uv cache clean`, or remove the folder { $folder }, then start it again.
host-fix-cache-folder = Remove the folder { $folder }, then start it again. The package is downloaded again.
host-fix-cache-npx = Remove the folder _npx in the cache of npm (`npm config get cache` prints its path), then start it again.
host-fix-cache = Empty the cache of that program, then start it again.
host-fix-path = Create it, or change that argument.
host-fix-too-old = Install a newer { $what }, or enter the full path of a newer one as the command.
host-fix-program = Install “{ $name }”, or check that it is in one of the folders of PATH.
host-fix-module = Install it where this server runs, or start the server with a package runner such as npx or uvx.
host-fix-file = Check the path in its arguments, and whether you need to build the server first.
host-fix-package = Check the spelling of the package name.
host-fix-variable = Pass it the variable { $name }: under Change in the window, or in a terminal with --env { $name }=… (a value) or --env-from { $name } (your own).
host-fix-elicitation = Its page has the switch, under “{ $section }”. In a terminal, run `innkeeper-cli servers features "{ $server }" --elicitation on`.
host-fix-sampling = Its page has the switch, under “{ $section }”. In a terminal, run `innkeeper-cli servers features "{ $server }" --sampling on`.
host-fix-serves-at = It may need an argument such as `--stdio`. Otherwise start it yourself and add it by its URL.
host-fix-serves-at-url = It may need an argument such as `--stdio`. Otherwise start it yourself and add it by its URL, { $url }
host-fix-prints-text = Check that the command starts an MCP server. Some need an argument such as `--stdio`.
host-fix-dead-proxy = Check that the proxy runs and that { $variable } is correct.
host-fix-not-passed = { $count ->
        [one] { $names } is set for you and not passed to it.
       *[other] { $names } are set for you and not passed to it.
    } Remove it and add it again with { $options }.
host-fix-no-network = Check that this machine is online, and whether it needs a proxy.
host-fix-certificates = If your network uses a certificate of its own, pass its file with --env NODE_EXTRA_CA_CERTS=FILE or --env SSL_CERT_FILE=FILE.
host-fix-no-display = Start Innkeeper in a graphical session, or the server without a window.
host-fix-disk-full = Free space on the disk, then start it again.
host-fix-not-permitted = Check who owns the file that its error output names.
