### What the model sees: the parts of a request.

## Shared with the terminal
context-system = System
context-tools = Tools
context-attachments = Attachments
context-history = Conversation
context-kind-system = System text
context-kind-tool = Tool definition
context-kind-project = Instructions of the project
context-kind-instructions = Instructions of the server
context-kind-summary = Summary of earlier messages
context-kind-message = Your message
context-kind-attachment = Attached data
context-kind-answer = Answer
context-kind-state = Provider state
context-kind-call = Tool call
context-kind-result = Tool result
context-kind-image = Image
context-kind-note = Note of Innkeeper

## Window
context-title = What the model sees
context-open-known = What the model sees: about { $used } of { $window } tokens, { $percent } % of the window
context-open-unknown = What the model sees: about { $used } tokens; the size of the window is not known
context-open = What the model sees
context-request = Request
context-next = Next request
context-sent = Request { $number }, { $when }
context-sent-summary = Request { $number }, { $when }, for a summary
context-sent-title = Request { $number }, { $when }, for a title
context-free = Free
context-room = Kept for the answer
context-used-of = About { $used } of { $window } tokens.
context-used = About { $used } tokens. The endpoint does not say how large the model's window is.
context-counted = The endpoint counted { $input } tokens read and { $output } written.
context-cached = It read { $cached } of them from its cache.
context-estimated = Sizes of parts are estimated.
context-bar = Tokens by group
context-group-size = { $group }: { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}
context-first = There is no earlier request to compare with.
context-same = The same as the previous request.
context-adds = Repeats the previous request and adds about { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}.
context-differs = Repeats the previous request up to part { $part }. About { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
} after it are read anew.
context-differs-here = First difference from the previous request
context-parts = { $count ->
        [one] { $count } part
       *[other] { $count } parts
     } · about { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}
context-more = { $count ->
        [one] { $count } more part is not listed.
       *[other] { $count } more parts are not listed.
     }
context-show-more = Show { $count } more
context-tokens = about { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
}
context-part-cached = from the cache
context-part-repeated = unchanged
context-part-deferred = deferred
context-part-deferred-title = The endpoint keeps this definition. The model reads it only after a search found it.
context-part-shortened = shortened
context-label = Data of { $servers }
context-written-from = Written after reading data of { $servers }
context-open-part = Open
context-close-part = Close
context-open-part-named = Open part { $part }: { $title }
context-part-gone = The content is no longer stored as it was sent.
context-tool-schema = Schema
context-call-arguments = Arguments
context-server-page = Open { $server }
context-server-off = Switch { $server } off here
context-tool-off = Switch the tool off
context-instructions-off = Stop sending the instructions
context-omitted = { $count ->
        [one] { $count } part left out or shortened
       *[other] { $count } parts left out or shortened
     }
context-omitted-more = { $count ->
        [one] and { $count } more
       *[other] and { $count } more
     }
context-left-out = left out
context-kept = { $kept } of { $bytes } sent
context-reason-result-limit = longer than one text of a result may be
context-reason-tool-limit = more tools than the endpoint accepts
context-reason-budget = the request would not fit the model's window
context-empty = Nothing was sent in this conversation yet.
context-loading = Reading the request…

## Beside the conversation

context-panel-key = What the model sees (Ctrl I)
context-panel-whole = Show every part and earlier requests
context-panel-of = of { $window } tokens
context-panel-tokens = { $count ->
    [one] token
   *[other] tokens
}
context-panel-hint = What is sent with your next message, in this order. Sizes are estimated. No server sees this list.
context-panel-said = You and the model, { $count ->
    [one] { $count } message
   *[other] { $count } messages
}
context-panel-results = { $server }, { $count ->
    [one] { $count } result
   *[other] { $count } results
}
context-panel-own-results = Results of Innkeeper's tools
context-panel-own-tools = Innkeeper's tools
context-panel-tools = { $count ->
    [one] { $count } tool
   *[other] { $count } tools
}
context-panel-data = data
context-panel-data-hint = The model is told that this is data of a server, not an instruction.
context-panel-more = { $count ->
    [one] { $count } more
   *[other] { $count } more
}
context-panel-no-model = Connect a model to see what is sent to it.
context-panel-spent = Usage
context-panel-last = Last answer
