### `context show`. Only the terminal program uses these messages.

terminal-context-no-id = { $id } is not the id of a conversation.
terminal-context-no-request = There is no request { $number }: { $count } requests of this conversation are recorded.
terminal-context-window = { $model }: about { $tokens } of { $window } tokens
terminal-context-size = { $model }: about { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}
terminal-context-counted = counted by the endpoint: { $input } read, { $output } written
terminal-context-cached = read from the endpoint's cache: { $cached }
terminal-context-adds = repeats the request before and adds about { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}
terminal-context-differs = first difference to the request before: part { $part }, about { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
} from there
terminal-context-group = { $group }: { $parts ->
    [one] { $parts } part
   *[other] { $parts } parts
}, about { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}
terminal-context-tokens = { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}
terminal-context-left-out = left out: { $what } { $title }, { $why }
terminal-context-shortened = shortened: { $what } { $title }, { $kept } of { $bytes } bytes sent, { $why }
terminal-context-omitted-more = { $count } more left out or shortened
terminal-context-result-limit = longer than one text of a result may be
terminal-context-tool-limit = more tools than the endpoint accepts
terminal-context-budget = the request would not fit the model's window
terminal-context-no-message = { $id } is not the id of a message.
terminal-context-no-summary = No summary is in effect on the current branch of this conversation.
terminal-context-stopped = stopped: no summary was made
terminal-context-undone = { $count ->
    [one] { $count } message is sent again.
   *[other] { $count } messages are sent again.
}
terminal-context-summarized = { $count ->
    [one] { $count } message summarized by { $model }, about { $tokens } tokens:
   *[other] { $count } messages summarized by { $model }, about { $tokens } tokens:
}
terminal-context-summarized-edited = { $count ->
    [one] { $count } message summarized by { $model } and edited by you, about { $tokens } tokens:
   *[other] { $count } messages summarized by { $model } and edited by you, about { $tokens } tokens:
}
