### Attachments in the chat window.

## Attachments
attach-lines = { $count ->
        [one] { $count } line
       *[other] { $count } lines
     }
attach-rows = { $count ->
        [one] { $count } row
       *[other] { $count } rows
     }
attach-pages = { $count ->
        [one] { $count } page
       *[other] { $count } pages
     }
attach-slides = { $count ->
        [one] { $count } slide
       *[other] { $count } slides
     }
attach-whole = the whole file
attach-part = { $first } to { $last } of { $all }
attach-tokens = about { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}
attach-list = Attachments
attach-files = Attach files
attach-remove = Remove { $name }
attach-unpin = Unpin { $name }
attach-preview = What the model reads of { $name }
attach-pinned = pinned
attach-changed = changed
attach-as-text = Text
attach-as-image = Image
attach-as-pages = Images of pages
attach-as-document = Whole document
attach-as-audio = Audio
attach-form = Attach as
attach-offer = { $form }: { $all }, about { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}
attach-over = Too large for one attachment: at most { $most } tokens. { $fits } from the start fit.
attach-over-none = Too large for one attachment: at most { $most } tokens.
attach-from = From
attach-to = to
attach-wrong-range = Choose a part of { $all }.
attach-pin = Pin to the conversation: send it with every message
attach-attach = Attach
attach-refused = { $name } was not attached.
attach-reading = Reading…
attach-drop = Drop to attach
attach-cut = The attachments do not fit the model's window. Some would be cut or left out.
attach-pasted = Pasted image
attach-pasted-text = Pasted text.txt
attach-list-all = Files and resources to attach
attach-recent = Recently attached
attach-in-folders = Files in granted folders
attach-resources = Resources of servers
attach-search = Search files and resources
attach-listing = Searching…
attach-nothing = Nothing can be attached here yet. Grant a server a folder, or start a server that offers resources.
attach-not-found = No file in a granted folder and no resource of a running server has these words.
attach-files-cut = The granted folders hold more files than were searched. Type more of the path, or use the paper clip.
attach-asleep = { $count ->
        [one] { $servers } is asleep and lists no resources.
       *[other] { $servers } are asleep and list no resources.
     }
attach-more = { $count ->
        [one] { $count } more: type to find it.
       *[other] { $count } more: type to find them.
     }
attach-resource-label = An attached resource counts as data of its server. Innkeeper asks before it goes to another server.
attach-resource-key = Attach a file or a resource by name (@)
attach-to-chat = Attach to the chat
attach-templates = Templates of resources
attach-template = Attach a resource
attach-template-of = Template of { $server }
