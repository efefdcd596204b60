### Attachments in the terminal.

terminal-attached = Attached “{ $name }”: { $all }, about { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}.
terminal-attached-part = Attached “{ $name }”: { $first } to { $last } of { $all }, about { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}.
terminal-attach-lines = { $count ->
    [one] { $count } line
   *[other] { $count } lines
}
terminal-attach-rows = { $count ->
    [one] { $count } row
   *[other] { $count } rows
}
terminal-attach-pages = { $count ->
    [one] { $count } page
   *[other] { $count } pages
}
terminal-attach-slides = { $count ->
    [one] { $count } slide
   *[other] { $count } slides
}
terminal-attach-files = { $count ->
    [one] all of it
   *[other] { $count } files
}
terminal-attach-too-large = “{ $name }” is too large to attach as a whole: { $all }, about { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}. One attachment has at most { $most } for this model.
terminal-hint-attach-part = Attach a part: --attach-part "{ $name }" 1-{ $fits }
terminal-attach-range = “{ $range }” is not a range.
terminal-hint-attach-range = Write the first and the last number, as in 1-20.
terminal-attach-no-form = “{ $name }” cannot be attached in this form.
terminal-hint-attach-form = Leave out --attach-as for the usual form.
terminal-attach-resource = “{ $named }” does not name a resource.
terminal-hint-attach-resource = Write SERVER/URI. See `innkeeper-cli resources list SERVER`.
terminal-attach-no-id = The attachment has no identifier.

## Prompts
terminal-prompt-inserted = Inserted the prompt “{ $name }” of { $server }, about { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}:
terminal-prompt-unnamed = “{ $named }” does not name a prompt.
terminal-hint-prompt-servers = Write SERVER/NAME. Your servers: { $servers }. See `innkeeper-cli prompts list SERVER`.
terminal-hint-prompt-no-server = Write SERVER/NAME. There are no servers yet: see `innkeeper-cli servers add`.
