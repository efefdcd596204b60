## Projects
projects = Projects
project-new = New project
project-edit = Name and instructions
project-make = Create project
project-save = Save
project-name = Name
project-instructions = Instructions
project-instructions-hint = Your words, sent to the model with each message of the project's conversations. Servers never see them.
project-instructions-none = No instructions yet.
project-instructions-weight = { $weight }, sent with each message
project-instructions-edit = Edit instructions
project-instructions-write = Write instructions
project-conversations-of = Conversations of { $name }
project-open = Open the project { $name }
project-archive = Archive project
project-delete = Delete project
project-more = More about this project
project-chat = New chat in project
project-count = { $count ->
        [one] { $count } conversation
       *[other] { $count } conversations
     }
project-servers-on = { $count ->
        [one] { $count } server on
       *[other] { $count } servers on
     }
project-server = { $server } in new chats of the project
project-servers-hint = New chats start with these.
project-folder-server = Folder access of { $server }
project-folders-none = No folder was granted to a server of this project.
project-folders-hint = Each folder is granted to one server, in all its chats.
project-folder-to = To { $server }
project-model = Model
project-model-any = The model used last
project-model-hint = New chats start with it.
model-at = { $model } · { $endpoint }
project-presets = Presets
project-presets-none = No presets of this project yet.
project-preset-new = New preset
project-search = Search in this project
project-none-found = No title matches.
project-title = Title
project-data-from = Data from
project-last = Last message
project-empty = No conversations yet
project-empty-hint = Start one here, or move one in from its menu.
conversations-count = { $count ->
        [one] { $count } conversation
       *[other] { $count } conversations
     }

## Archive
archive = Archive
archived = Archived
archive-it = Archive
unarchive = Take out of the archive
archive-empty = The archive is empty
archive-hint = Archived conversations leave the list. They can still be found, read and continued.
archive-reading = Reading the archive…
undo-archived = Archived: { $title }.
undo-project = Deleted: { $title }. Its conversations are kept.

## Places of conversations
delete-it = Delete
pinned = Pinned
pin = Pin to the top
unpin = Unpin
move-to = Move to project…
chat-more = More about this conversation
chat-new-in = New chat in { $name }
chat-no-project = Start it without the project
selected = { $count } selected
select-none = Clear selection
move-title = { $count ->
        [one] Move a conversation
       *[other] Move { $count } conversations
     }
move-where = Project
move-nowhere = No project
move-changes = What changes
move-ends = The instructions of { $name } are no longer sent.
move-begins = The project's instructions are sent with each message: { $weight }.
move-same = The instructions stay the same.
move-begin = Also use the project's servers and model
move-on = Switches on: { $servers }.
move-off = Switches off: { $servers }.
move-model = Model: { $model }.
move = Move

## Answers side by side
ask-another = Ask another model
beside = Answers side by side
beside-show = Show the answers side by side
beside-use = Continue with this one
beside-shown = Shown in the chat
beside-calls = { $count ->
        [one] { $count } call
       *[other] { $count } calls
     }
beside-reading = Reading the answers…

## Titles
titles-setting = Titles
titles-setting-switch = Let the model write titles of conversations
titles-setting-hint = After the first answer, its model gets the beginning of the conversation once more and writes a title. When this is off, the title is the beginning of your first message.

## Conversations as files
chat-copy-all = Copy as Markdown
chat-copied-all = The conversation was copied as Markdown.
chat-save-markdown = Save as Markdown…
chat-save-lines = Save as JSON Lines…
chat-saved = Saved: { $file }
chat-print = Print or save as PDF…
data-import = Import conversations…
data-packages = Packages of servers
data-packages-remove = { $count ->
    [one] Delete { $count } unused package ({ $size })
   *[other] Delete { $count } unused packages ({ $size })
 }
data-import-hint = Import takes the ZIP file that ChatGPT or Claude sends, the conversations.json in it, or conversations.jsonl of Innkeeper. Results of tools are left out.
data-imported = { $count ->
        [one] { $count } conversation with { $messages } messages was imported.
       *[other] { $count } conversations with { $messages } messages were imported.
     }
data-import-cancelled = Cancelled: the conversations after these in the file were not imported.
data-import-progress = { $done } of { $count } conversations imported
data-import-reading = Reading the file …
data-imported-hint = To a model, their messages are data of the file, not your words.
data-import-left-out = { $count ->
        [one] { $count } conversation could not be read, or had no words.
       *[other] { $count } conversations could not be read, or had no words.
     }
data-import-open = Open the first
