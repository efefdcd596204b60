## Tools
terminal-tool-on = { $server }/{ $tool } is on.
terminal-tool-off = { $server }/{ $tool } is off.
terminal-tool-not-for-models = (not for models)
terminal-arguments-unsendable = The arguments cannot be sent: { $error }.
terminal-hint-arguments = Give a JSON object, as in { $example }.
terminal-tools-offered = { $server }: { $offered } of { $total } tools on offer to models, about { $tokens } tokens in each request
terminal-tools-together = Together: { $tools } tools, about { $tokens } tokens in each request
terminal-tools-too-many = { $endpoint } is sent at most { $most } definitions, so its model searches these { $tools } tools. Try it with `tools find QUERY`.
terminal-tools-none-found = No tool matches. Try other words.
terminal-tool-error = The tool says that it failed.
terminal-tool-sandboxed = The sandbox of the server stopped the tool.
terminal-hint-once = --approve once allows exactly this call.
terminal-hint-check-first = Check what the tool did before you call it again.
terminal-call-not-ended = The call has not ended.
terminal-misfit = (does not fit its declared schema: { $why })
terminal-block-image = ({ $type }, { $width } × { $height })
terminal-block-audio = ({ $type }, { $size })
terminal-block-link = ({ $name }: { $uri }, not opened)
terminal-block-data = ({ $what }, { $size }, not shown: { $why })

## Resources, prompts, completion
terminal-prompt-as-user = (as you)
terminal-prompt-as-model = (as a model, which said nothing)
terminal-prompt-as-unknown = (as an unknown role)
terminal-complete-for-missing = It is not said what the value is for.
terminal-hint-complete-for = Give --prompt NAME or --template TEMPLATE.

## Log, traffic, ping
terminal-traffic-dropped = { $server }: { $count ->
        [one] { $count } message was
       *[other] { $count } messages were
    } not kept
terminal-answered = It answered in { $time }.

## Models and chat
terminal-model-found = { $name } (found)
terminal-no-model = No model yet. Start Ollama, LM Studio or llama.cpp, or give chat --base-url and --model.
terminal-paused = The model paused after { $steps ->
        [one] { $steps } step.
       *[other] { $steps } steps.
    }
terminal-hint-paused = The conversation is stored. You can continue it in the window.
terminal-variable-unset = The variable { $name } is not set.
terminal-hint-endpoint-key = Set it to the endpoint's key.
terminal-no-endpoint = There is no such model endpoint.
terminal-hint-endpoint = Give --base-url and --model, or add one in the window.
terminal-endpoint-without-model = An endpoint needs a model.
terminal-hint-model = Give --model.
terminal-endpoint-no-id = The endpoint has no identifier.
terminal-left-out = { $server } is left out: { $reason }
terminal-output-skipped = Some output was lost. The conversation is stored completely.
terminal-call = [{ $server } { $tool }: { $state }]
terminal-call-running = running
terminal-wait-answer = Waiting for the model’s answer …
terminal-wait-loading = The endpoint loads the model. Asking again in { $seconds } s.
terminal-wait-busy = The endpoint is busy ({ $status }). Attempt { $attempt } of { $most } in { $seconds } s.
terminal-wait-closed = The endpoint closed the connection. Attempt { $attempt } of { $most } in { $seconds } s.
terminal-call-progress = running, { $progress }
terminal-call-done = done, { $size }
terminal-every-call-denied = Every call was denied.

## --approve-tool
terminal-approve-tool-not-json = `{ $text }` is not ["SERVER", "TOOL", N].
terminal-approve-tool-two-servers = `{ $text }` could be a tool of more than one server.
terminal-approve-tool-no-tool = `{ $text }` names no tool.
terminal-approve-tool-no-count = `{ $text }` has no count from 1 on.
terminal-hint-approve-tool = Write SERVER/TOOL or SERVER/TOOL:N, as in Files/read_text_file:3; or JSON, as in '["A/b", "c:4", 3]'.

## Rules
terminal-rules-made = Made: { $rules }
terminal-rule-removed = Removed.
terminal-rule-unknown = There is no such rule.
terminal-hint-rules-list = `rules list` prints their identifiers.
terminal-rule-no-condition = “{ $text }” is not a condition.
terminal-hint-condition = For example: --where "path under /home/me/in". The tests are under, at, at-most, sum and is.
terminal-rules-none = No rule is in effect: every call needs your approval.
terminal-rules-nothing-to-confirm = Nothing has to be confirmed.
terminal-rules-unconfirmed = Stored permissions have to be confirmed: run “innkeeper-cli rules confirm”.
terminal-rules-tier = tier   { $server }/{ $tool } counts as “{ $tier }”
terminal-rules-trust = trust  { $server } is trusted for reading
terminal-rules-guard = guard  off from { $from } to { $to }
terminal-rules-guard-offline = guard  off from { $from } to { $to }, while { $to } can send nothing
terminal-rules-void = (void: { $why })
terminal-rule-allow = allow
terminal-rule-ask = ask
terminal-rule-deny = deny
terminal-rule-every-tool = every tool
terminal-rule-condition = “{ $argument }” { $test }
terminal-rule-where = where { $conditions }
terminal-rule-in = in “{ $conversation }”
terminal-rule-until = until { $time }
terminal-rule-used = used { $count }, { $origin }
terminal-try-allow = It would be sent.
terminal-try-ask = It would need your approval.
terminal-try-deny = It would be refused.
terminal-try-applies = applies:
terminal-try-does-not-apply = does not apply:

terminal-no-tasks = There are no tasks.
terminal-task-line = { $call }  { $state }  { $server }/{ $tool }  { $words }
terminal-task-working = running
terminal-task-input = needs input
terminal-task-done = done
terminal-task-failed = failed
terminal-task-cancelled = cancelled
terminal-task-unknown = unknown, may have run
terminal-task-not-found = There is no task { $call }.
terminal-task-hint-list = `tasks list` shows them.
terminal-task-not-running = The task has ended already.
