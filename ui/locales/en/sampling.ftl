## SamplingAsked
consent-message-part = message { $message } of { $messages }, part { $part } of { $parts }
consent-message = message { $message } of { $messages }
consent-part-messages = messages
consent-part-tools = tools

## SamplingBlock
consent-block-undo = Undo
tokens = { $count ->
        [one] { $count } token
       *[other] { $count } tokens
     }

## SamplingReply
consent-part-of = part { $part } of { $parts }
consent-reply-gets-text = this text
consent-not-reported = not reported

## SamplingSide
consent-mark-cost = cost { $mark } of 5
consent-mark-speed = speed { $mark } of 5
consent-mark-intelligence = intelligence { $mark } of 5
consent-marks = Your notes on it: { $marks }.
consent-model-here = { $model } (this machine)
consent-model-at = { $model } at { $origin }

## sampling
consent-edits = { $edits ->
        [one] { $edits } edit
       *[other] { $edits } edits
     }
consent-edits-less = { $edits ->
        [one] { $edits } edit
       *[other] { $edits } edits
     }, { $tokens ->
        [one] { $tokens } token
       *[other] { $tokens } tokens
     } less
consent-edits-more = { $edits ->
        [one] { $edits } edit
       *[other] { $edits } edits
     }, { $tokens ->
        [one] { $tokens } token
       *[other] { $tokens } tokens
     } more

## SamplingApproval
consent-reply-title = Give this answer to { $server }?
consent-sampling-title = { $server } asks your model to write something
consent-sampling-steps = Two steps
consent-sampling-prompt = The prompt
consent-sampling-answer = The answer
consent-show-answer = Show the answer
consent-show-prompt = Show the prompt
consent-show-texts = Show the texts
consent-sampling-changed = You changed the request.
consent-sampling-not-told = The server is not told.

## SamplingAsked
consent-system-text = System text
consent-by-server = written by the server
consent-part-system = the system text
consent-as-user = As the user
consent-as-model = As the model
consent-part-message = a message
consent-part-tool = a tool
consent-tool = Tool
consent-tool-by-server = the server runs it
consent-left-out = left out
consent-tool-left-out = The model is not told about it.

## SamplingBlock
consent-you-edit = you edit
consent-edited = edited by you
consent-block-restore = Put it back
consent-block-leave-out = Leave it out
consent-image-hide = Hide it
consent-image-look = Look at it
consent-image-of = : the image of { $which }
consent-image-alt = Image from the server, { $width } by { $height }

## SamplingLeft
consent-sampling-off-hint = Denies this request, and lets the server use no model until you switch sampling on again
consent-sampling-off = Switch sampling off

## SamplingReply
consent-reply-calls = The answer calls tools.
consent-reply-calls-hint = They are tools of { $server }, which runs them itself, and asks the model again with their results.
consent-reply-raw = unchanged
consent-part-answer = the answer
consent-reply-original = Restore the original
consent-you-changed-part = What you changed: { $part }
consent-you-changed = What you changed
consent-next = What happens next
consent-reply-gets = The server gets { $text }, the model's name and the stop reason. Nothing else.
consent-reply-withheld = If you don't send the answer, the server is told that you refused. The model was used already.
consent-used = Used
consent-used-in = In
consent-used-out = Out
consent-cost = Cost
consent-no-price = no price set
consent-took = Took
consent-stopped = Stopped
consent-stop-raw = Stop reason of the endpoint: { $reason }

## SamplingSide
consent-part-the-model = The model
consent-estimate = Estimate
consent-at-most = At most
consent-answer-limit = Answer limit
consent-wished = The server requested { $count }.
consent-budget = Its budget
consent-budget-minute = Requests this minute
consent-budget-day = Tokens today
consent-reply-reviewed = You see the answer before the server does.
consent-reply-unseen = The server gets the answer without your review: you allowed that for this server. You still review an answer that calls tools.
consent-context = Context
consent-context-add = Add this server's own earlier results ({ $count ->
        [one] { $count } token
       *[other] { $count } tokens
     }). It requested { $asked }.
consent-context-none = There are none in this conversation.
consent-context-others = Innkeeper never adds anything of other servers.
consent-else = What else it requests

## sampling
consent-stop-done = The model finished its answer.
consent-stop-limit = It reached the answer limit: the end is missing.
consent-stop-sequence = The answer reached a text that the server had set as its end.
consent-stop-tools = It wants the server to run tools.
of-limit = { $used } of { $limit }
