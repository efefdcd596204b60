## Branches
chat-versions-message = Versions of this message
chat-versions-answer = Versions of this answer
chat-version-previous-message = Previous version of this message
chat-version-previous-answer = Previous version of this answer
chat-version-next-message = Next version of this message
chat-version-next-answer = Next version of this answer

## Call
call-origin = from { $server }
call-origin-data = from { $server }; the model reads it as data
call-rounds = Requests before the result
call-round = Round { $number }
call-arguments-edited = changed by you before they were sent

## Chat
chat-steps = { $count ->
        [one] { $count } step
       *[other] { $count } steps
     } in this turn.

## CodeBlock
chat-code-lines = { $count ->
        [one] { $count } line
       *[other] { $count } lines
     }

## Composer
chat-stopped = { $count ->
        [one] { $servers } is stopped: the model cannot use its tools.
       *[other] { $servers } are stopped: the model cannot use their tools.
     }

## Foldable
show-first = Show the first { $size }
show-all-of = Show all { $size }

## JsonTree
json-fields = { $count ->
        [one] { $count } field
       *[other] { $count } fields
     }
json-items = { $count ->
        [one] { $count } item
       *[other] { $count } items
     }

## MarkdownInline
chat-image-name = Image

## MarkdownTable
chat-table = Table, { $count ->
        [one] { $count } row
       *[other] { $count } rows
     }

## ModelPicker
chat-search-count = Search { $count } models

## ResultBlock
result-resource-uri = Resource { $uri }

## ServerPicker
chat-server-tools = { $count ->
        [one] { $count } tool
       *[other] { $count } tools
     } · { $weight }

## Branches
position-of = { $at } of { $all }

## Call
call-searched = Searched tools
call-edited = edited
call-stop = Stop this call
fold = Fold
call-unfold = Show arguments and result
call-answer = { $why } Answer in the consent window.
show-approval = Show the approval
call-arguments = Arguments
call-result = Result
call-more-blocks = Show { $count } more of { $all ->
        [one] { $all } block
       *[other] { $all } blocks
     }
call-server = Open the page of the server
call-misfit = Does not match its declared schema: { $why }

## CallAudio
chat-audio = Audio from the server, { $size }
chat-audio-type = This type of audio is not played.

## CallImage
chat-image = From the server, { $width } × { $height }
chat-image-type = This type of image is not shown.

## Chat
chat-new = New chat
try-again = Try again
chat-paused = The model continues only if you agree.
continue = Continue
stop-here = Stop here
chat-outflow = Tool results would go to { $host }.
chat-outflow-hint = { $model } there would read what { $servers } returned in this conversation. Nothing was sent yet.

## ChatEmpty
chat-practice = The practice model
chat-practice-hint = Not an AI: it follows a script. It asks for tools of the sample server, and you answer.
chat-empty = What would you like to look at?
chat-empty-hint = Write below. Before the model uses a tool, Innkeeper asks for your approval.
no-servers = No servers yet
no-servers-hint = A server offers tools to the model. It starts only after you have reviewed its command.
add-server = Add a server
import-servers = Import from another program

## CodeBlock
chat-code = Code, { $label }
chat-code-nowrap = Do not wrap long lines
chat-code-wrap = Wrap long lines
chat-code-save = Save code…
chat-code-copy = Copy code
chat-formula = Formula
chat-diagram = Diagram
chat-diagram-image = Diagram, drawn from its source
chat-diagram-show = Show diagram
chat-diagram-source = Show source
chat-diagram-whole = Show in full size
chat-diagram-long = Too long for a diagram
chat-diagram-slow = Took too long to draw
chat-diagram-unreadable = Not a diagram that can be drawn

## Composer
text-kept = Your text is kept.
chat-queue-full = At most { $most } messages can wait. This text stays here.
start = Start
chat-queued = { $count ->
        [one] { $count } message
       *[other] { $count } messages
     } queued.
chat-message = Message
chat-no-model = Add a model to write to
chat-write-next = Write the next message
chat-write = Write a message
chat-stop-key = Stop this turn (Esc)
chat-stop = Stop this turn
chat-queue-key = Queue this message (Enter)
chat-send-key = Send (Enter)
chat-queue = Queue this message
chat-send = Send

## EditMessage
chat-edit-label = Change this message
chat-edit-hint = The original message stays, with its answer
cancel = Cancel

## Find
chat-find = Find in this conversation
chat-find-previous-key = Previous (⇧ Enter)
chat-find-previous = Previous
chat-find-next-key = Next (Enter)
chat-find-next = Next

## FirstModel
add-model = Add a model
add-model-hint = Innkeeper needs a model to talk to: one on this machine, or one at an address with a key.
add-model-address = Add a model by its address

## Foldable
copy-shown = Copy this part
longer-not-shown = Longer; the rest is not shown

## JsonTree
json-more = Show { $count } more of { $all }

## MarkdownBlock
task-done = Done
task-open = To do

## MarkdownInline
chat-image-not-loaded = { $name }, not loaded ({ $address })

## MarkdownTable
chat-table-more = Show { $count } more
chat-table-shown = { $count } of { $all ->
        [one] { $all } row
       *[other] { $all } rows
     } shown

## Message
chat-edit-again = Change and send again
chat-calls = Tool calls
chat-waiting = Waiting for the model
chat-partial = What came so far is kept.
change-key = Change the key
enter-key = Enter a key
chat-copy-answer = Copy answer
chat-answer-again = Answer again
chat-stopped-mark = Stopped ·
chat-unknown-model = Unknown model
chat-tokens = { $input } tokens in, { $output } out

## ModelPicker
chat-models-here = On this machine
chat-models-elsewhere = Elsewhere
chat-search-models = Search models
chat-model = Model
chat-for-conversation = For this conversation
chat-for-chat = For this chat
chat-models-keys = Models and keys
chat-model-key = Model (Ctrl M)
chat-choose-model = Choose a model

## QueuedMessages
queued-sending = Sending
queued-queued = Queued
queued-editing = Waits for your edit
queued-stopped = Not sent: the turn was stopped
queued-failed = Not sent: the answer failed
queued-error = Not sent: { $why }
queued-list = Queued messages
queued-edit = Edit this queued message
queued-keys = Enter saves, Esc discards the edit
queued-discard = Discard edit
save = Save
queued-send-after = Send after this turn
queued-send-now = Send now
queued-remove = Remove this queued message

## Reasoning
chat-thinking = Thinking
chat-reasoning = Reasoning

## ResultBlock
result-resource = Resource
result-link = Link to a resource
result-link-closed = Link to a resource, not opened
result-size = { $size }, says the server
copy-uri = Copy URI
result-data = { $what }, { $size }. Not shown: { $why }.
result-unknown = Content of an unknown kind, unchanged

## ServerPicker
switched-off = switched off
chat-servers = Servers of this conversation
chat-tools-searched = The model searches these { $tools } tools: a request holds at most { $most } definitions.
chat-tools-sum = { $count ->
        [one] { $count } tool
       *[other] { $count } tools
     }, { $weight } in each request
chat-isolated = No server sees the others
chat-servers-key = Servers of this conversation (Ctrl ⇧ S)
chat-servers-colon = Servers of this conversation:
chat-servers-on = on

## Structured
structured = Structured content
structured-form = Form of the content
as-table = Table
as-tree = Tree
as-text = Text
copy-json = Copy JSON
copy-csv = Copy as CSV

## Thread
chat-thread = Messages
chat-conversation = Conversation
chat-new-below = New text below

## Title
chat-title = Title
chat-rename-key = Rename (F2)
chat-rename = Rename
chat-delete = Delete this conversation

## call
call-waiting = Waiting for you
call-background = In the background
call-to-background = Continue in the background
call-long = This call is taking long. You can continue the conversation without its result. Innkeeper adds the result when it arrives.
call-stopping = Stopping
call-running = Running
call-tool-error = The tool reports an error
call-denied = Denied
call-failed = Failed
call-cancelled = Stopped
call-unknown = May have run
call-done-rule = Done, by rule
call-done-cli = Done, by command line
call-done = Done
call-unknown-hint = The call was sent, so it may have run, wholly or in part. Innkeeper does not send it again. Check what it changed before you ask for it again.

## Summary of earlier messages
compact-fold = { $count ->
    [one] { $count } message summarized
   *[other] { $count } messages summarized
}
compact-by = by { $model }, { $when }
compact-by-edited = by { $model }, { $when }, edited by you
compact-automatic = because the model's window was nearly full
compact-lead = The model gets this summary in place of the messages above. The messages are kept.
compact-label = counts as data of { $servers }
compact-size = about { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}
compact-show-messages = Show the messages
compact-hide-messages = Hide the messages
compact-edit = Edit the summary
compact-edit-label = Summary
compact-edit-hint = Ctrl Enter saves, Esc discards
compact-save = Save the summary
compact-undo = Undo the summary
compact-undo-hint = Later requests send the messages again.
compact-undone = The messages are sent again.
compact-edited = The summary was saved.
compact-done = { $count ->
    [one] { $count } message was summarized.
   *[other] { $count } messages were summarized.
}
compact-here = Summarize up to here
compact-start = Summarize older messages
compact-start-hint = Later requests send a summary in their place. The messages are kept, and you can undo it.
compact-running = { $count ->
    [one] { $model } is summarizing { $count } message.
   *[other] { $model } is summarizing { $count } messages.
}
compact-running-automatic = The model's window is nearly full.
compact-written = { $count ->
    [0] Nothing received yet.
    [one] { $count } character received.
   *[other] { $count } characters received.
}
compact-stop = Stop summarizing
compact-failed = The older messages were not summarized.
compact-failed-automatic = The older messages could not be summarized. What does not fit is left out.

## Starters
starters-prompts = Prompts of your servers
starters-folders = Attach from a folder
starters-conversations = Continue
starters-folder-servers = { $path }, granted to { $servers }
