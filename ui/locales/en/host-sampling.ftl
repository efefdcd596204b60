### The host's words about servers that use the user's model. Only Rust uses them.

## Why a request or an answer cannot be sent; the server gets the same reason in English
host-sampling-no-messages = there is no message
host-sampling-media = there are more than { $most } images and audio clips
host-sampling-tool-twice = two tools have the same name
host-sampling-no-tool = a tool must be used, and there is none
host-sampling-reply-empty = the answer is empty
host-sampling-text-long = a text has more than { $most } bytes
host-sampling-message-empty = a message is empty
host-sampling-assistant-media = a message of the assistant contains an image or audio
host-sampling-user-calls = only the assistant may call tools
host-sampling-assistant-results = a message of the assistant contains a tool result
host-sampling-image = an image cannot be used: { $reason }
host-sampling-audio = an audio clip cannot be used: { $reason }
host-sampling-results-mixed = a message with tool results contains something else
host-sampling-results-unmatched = tool calls and tool results do not match
host-sampling-result-missing = a tool call has no result
host-sampling-length = the answer limit must be 1 to { $most } tokens
host-sampling-other-edit = the edit belongs to another request
host-sampling-other-tool = the edit names a tool that the server did not offer
host-sampling-messages-left = no message is left
host-sampling-no-context = there is no context to add
host-sampling-only-text = only text can be edited
host-sampling-text-empty = a text is empty; exclude it instead
host-sampling-cannot-send = This cannot be sent: { $reason }.

## Why a request is refused; the server gets the same reason in English
host-sampling-over-minute = the limit of requests per minute is reached; try again later
host-sampling-over-day = the request may use more than { $left ->
        [one] the { $left } token that is
       *[other] the { $left } tokens that are
    } left of the limit for today
host-sampling-not-counted = the request could not be counted
host-sampling-models-unread = the models could not be read
host-sampling-no-model = no model is set up

## Log of the server
host-sampling-refused = Its request to your model was refused: { $reason }
host-sampling-unanswered = Your model did not answer its request: { $error }
host-sampling-not-again = Your model did not receive its request again: { $reason }

## Edits
host-sampling-model-gone = This model no longer exists.
host-sampling-over-budget = This may use { $tokens ->
        [one] { $tokens } token
       *[other] { $tokens } tokens
    }, and { $left ->
        [one] { $left } is
       *[other] { $left } are
    } left of the server's budget for today.
host-sampling-over-budget-hint = Shorten the request, lower the answer limit, or raise the budget on the server's page.
host-sampling-again-over = This would exceed the server's budget. The answer is still pending.
host-sampling-again-hint = Wait a minute, or raise the budget on the server's page.

## The model
host-sampling-endpoint-changed = The endpoint was changed after you approved the request.
host-sampling-provider-refused = The model provider refused to answer.
host-sampling-arguments = The model wrote arguments that cannot be sent: { $error }.
host-sampling-hinted = Chosen because of the server's hint “{ $hint }”.
host-sampling-preferred = Chosen for { $priorities }.
host-sampling-in-use = The model in use.
host-wish-speed = speed { $value }
host-wish-cost = cost { $value }
host-wish-intelligence = intelligence { $value }

## Cost
host-cost-here = It runs on this machine.
host-cost-no-price = No price is set for this model.
host-dollars = ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 4) }
host-dollars-none = $0
host-dollars-under = under ${ NUMBER($amount, maximumFractionDigits: 4) }

## Limits and notes
host-sampling-budget-range = A budget is { $minute-least } to { $minute-most } requests per minute and { $day-least } to { $day-most } tokens per day.
host-sampling-note-range = A note is 1 to { $best }, or 0 if it is not known.
host-sampling-price-range = A price is 0 to { $most } dollars per million tokens.
