### The host's words on tool calls. Only Rust uses them.

## Checks against a schema
host-unchecked-too-large = Its schema is larger than { $kib } KiB.
host-unchecked-too-many = Too many checks are running.
host-unchecked-failed = The check against its schema failed.
host-unchecked-too-long = The check against its schema took too long.
host-unchecked-not-json = Its schema is not JSON.
host-unchecked-too-deep = Its schema refers to itself too often.
host-unchecked-elsewhere = Its schema refers to another document, which Innkeeper does not fetch.
host-unchecked-dialect = Its schema declares an unknown dialect of JSON Schema.
host-unchecked-missing = Its schema refers to a part that does not exist.
host-unchecked-pattern = A pattern in its schema cannot be checked in bounded time.
host-unchecked-not-schema = Its schema is not valid JSON Schema.
host-unchecked-evaluation = A pattern in its schema could not be evaluated.
host-unchecked-other = Another version of Innkeeper recorded the reason.
host-misfit-unstructured = it has no structured content

## Denials
host-denied-note = { $reason } Your note: { $note }
host-denied-person = You denied this.
host-denied-terminal = You denied this at the terminal.
host-denied-dismissed = You closed the approval without an answer.
host-denied-rule = One of your rules denies it. You can remove the rule on the Rules page.
host-denied-command-line = The command line does not allow this call. Run it at a terminal to be asked.
host-denied-unattended = Nobody could be asked: there is no terminal. Run it at a terminal, or name the call on the command line.
host-denied-expired = Nobody answered in time, so it was denied. It can be requested again.
host-denied-muted = You denied this server several times, so it is muted in this conversation. You can end that on the Rules page.
host-denied-repeat = You denied exactly this before. It can be requested again after your next message.
host-denied-queue-full = Too many approvals were pending, so it was denied. Answer those first.
host-denied-stop-all = You stopped everything.
host-denied-withdrawn = The approval was withdrawn.
host-denied-unrecorded = The decision could not be recorded, so nothing was sent. Check the disk of the data folder.

## Changed tools
host-change-denied = The server changed the definition of this tool, and you kept the tool off. Nothing was sent.
host-change-undecided = The server changed the definition of this tool. { $reason }
host-change-unstored = The accepted change could not be stored: { $error }.
host-change-none = No change is pending here.
host-change-again = The server changed this tool once more. Nothing was sent.

## Calls that were not sent
host-call-not-running = This call does not run, so it cannot move to the background.
host-call-stopped-before = Stopped before it was sent.
host-call-unstored = The call could not be stored, so it was not sent: { $error }.
host-call-sign-ins = The server wants one sign-in after another. Nothing was sent.
host-call-tool-gone = The server no longer offers this tool. Nothing was sent.
host-call-server-off = { $server } is off in this conversation. Nothing was sent.
host-call-not-ready = The server is not ready. Nothing was sent.
host-call-tool-off = You switched this tool off. Nothing was sent.
host-call-relaunched = The server was started differently since. Nothing was sent.
host-call-unpinned = Innkeeper could not store or read the definition that you accepted, so it does not call this tool. Nothing was sent.
host-call-changed = The server has changed the definition of this tool since. Nothing was sent.
host-call-unknown-tool = No tool named “{ $tool }” is offered in this conversation.
host-call-wrapper-unknown = No tool named “{ $tool }” is on offer in this conversation, so nothing was called. `find_tools` returns the exact names.
host-call-wrapper-nested = `call_tool` calls tools of servers only, not “{ $tool }”. Nothing was called.
host-call-wrapper-unreadable = `call_tool` takes `tool`, the name of a tool, and `arguments`, an object: { $error }. Nothing was called.
host-call-search-unreadable = `find_tools` takes `queries`, a list of short phrasings, and `server`: { $error }.
host-call-search-failed = The tools could not be searched: { $why }.
host-call-not-for-models = The server reserves this tool for its own interface and does not offer it to models. Nothing was sent.
host-call-no-name = The call names no tool. Nothing was called.
host-call-ambiguous = Parts of this call may belong to another call. Nothing was called. Send each call again, one at a time.
host-call-cut = The answer reached its length limit inside this call. Nothing was called. Send shorter arguments.
host-call-not-object = The arguments must be one JSON object. Nothing was called. Schema: { $schema }
host-call-unfinished = The arguments are not complete JSON. Nothing was called. Schema: { $schema }
host-call-arguments = The arguments cannot be sent: { $error }.
host-call-misfit = The arguments do not fit the tool's schema: { $problems }.
host-call-server-not-ready = { $server } is not ready.
host-call-no-tool = { $server } has no tool “{ $tool }”.
host-call-list-tools = `tools list` shows them.

## Calls that were sent
host-call-waits-for-sign-in = Waits for you to sign in
host-call-stopped = Stopped. Innkeeper asked the server to end the call. What it did until then may remain.
host-call-ended = Innkeeper ended before an answer came.
host-call-timed-out = No answer in time.
host-call-lost = The connection was lost.
host-call-lost-at-limit = { $reason } The server ended: { $limit }.
host-call-error = The server answered with an error: { $message } (code { $code }).
host-call-error-data = The server answered with an error: { $message } (code { $code }). It adds: { $data }
host-call-unreadable = The answer cannot be read: { $error }.
host-call-refused = The answer was refused: { $error }.
host-call-input = The call ended before it was complete: { $problem }.
host-call-not-sent = Not sent: { $error }.
host-call-requested-off = During this call, the server requested { $feature }, which is switched off for it. { $hint }
host-call-may-want = Its error may come from { $feature }, which is switched off for it. { $hint }
host-call-visit-off = The server did nothing: it wants a page visited first. That requires { $feature }, which is switched off for it. { $hint }
host-call-removed = The server was removed.
host-call-sandboxed = What stopped the server: { $why }. { $fix }
host-call-made = Since its last call, this appeared in a folder that it may change: { $places }. Git, an editor or an agent outside of the sandbox can run what is in it. Look at it before you use the folder there.
host-call-made-runs = { $place } (it runs { $runs })
host-sentences = { $first } { $second }
host-call-visit-denied = The server did nothing: it wants a page visited first, and that was not allowed.
host-call-visit-refused = The server did nothing: it wants a page visited first, and Innkeeper refused that. { $why }
host-call-visited = The server did nothing yet: it wanted { $pages } visited first. Innkeeper opened that in the browser. Call the tool again when the user is done there.
host-call-can-send-now = Its server was allowed to reach a host since the call was checked. Nothing was sent. Call it again to have it checked anew.
host-call-wakes = “{ $server }” was asleep and starts.
host-call-not-woken = “{ $server }” was asleep and did not start: { $reason } Nothing was sent.

## Calls that became tasks
host-task-runs = Runs as a task of the server.
host-task-unstored = The server goes on with the call as a task, which could not be stored: { $error }. Innkeeper asked the server to cancel it.
host-task-unreadable = The record of the task cannot be read. It may have run.
host-task-waits-for-server = Task, still running. Innkeeper asks for it when “{ $server }” is connected.
host-task-cancelled = Stopped. The server took the request to cancel the task. What it did until then may remain.
host-task-cancelled-by-server = The server cancelled the task. What it did until then may remain.
host-task-stopped-unheard = Stopped. The server could not be told to cancel the task, which may go on there.
host-task-server-gone = Its server was removed, so the result of the task cannot be fetched. The task may have run.
host-task-relaunched = Its server is started differently now, so the result of the task is not fetched from it. The task may have run.
host-task-expired = The task did not end in the time for which the server keeps it. It may have run.
host-task-denied = The server does not know the task any more. It may have run. The server said: { $message }
host-task-failed = The task failed. { $reason }
host-task-broken = The task was given up: { $problem }.
