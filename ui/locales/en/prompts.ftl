### Prompts and presets in the chat window.

## The list
insert-open = Insert a prompt or a preset (/)
insert-list = Prompts and presets
insert-search = Search prompts and presets
insert-presets = Your presets
insert-prompts = Prompts of servers
insert-listing = Asking the servers…
insert-nothing = There are no presets, and the running servers of this conversation offer no prompts.
insert-not-found = No prompt or preset matches.
insert-more = { $count ->
        [one] { $count } more: type to find it.
       *[other] { $count } more: type to find them.
     }
insert-left-out = { $count ->
        [one] { $count } prompt is missing because the list is full.
       *[other] { $count } prompts are missing because the list is full.
     }
insert-failed = { $server } did not list its prompts: { $why }
insert-asleep = { $count ->
        [one] { $servers } is asleep and lists no prompts.
       *[other] { $servers } are asleep and list no prompts.
    }
insert-wake = { $count ->
        [one] Wake it
       *[other] Wake them
    }
insert-label = A prompt counts as data of its server. Innkeeper asks before it goes to another server.
insert-preset-edit = Edit the preset { $name }
insert-preset-new = New preset

## A prompt
insert-title = Insert a prompt
insert-of = Prompt of { $server }
insert-form = Its arguments
insert-preview = Preview
insert-again = Get it again
insert-waiting = Waiting for its messages.
insert-messages = What the model reads
insert-whose = { $server } wrote all of these messages. Innkeeper tells the model so, whatever role they have.
insert-insert = Insert
insert-words = Do what the inserted prompt asks.

## A preset
preset-new = New preset
preset-edit = Edit preset
preset-name = Name
preset-text = Text
preset-hint = A preset is inserted as your own words. You can change them before you send them.
preset-save = Save preset
preset-delete = Delete preset
preset-delete-sure = Delete it for good
