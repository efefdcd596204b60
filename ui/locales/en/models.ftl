### Models in the window: how they answer, what is known of them, waits for a busy endpoint.

tuning = How the model answers
tuning-changed = How the model answers: changed
tuning-hint = For { $model } in this conversation. An empty field leaves it to the model.
tuning-own = Default of the model
tuning-effort = Reasoning effort
tuning-temperature = Temperature
tuning-answer = Longest answer
tuning-answer-unit = tokens, at most { $most }
tuning-save = Apply
tuning-reset = Clear the fields
effort-none = None
effort-minimal = Minimal
effort-low = Low
effort-medium = Medium
effort-high = High
effort-xhigh = Extra high
effort-max = Maximum

model-window = { $tokens } context
model-images = images
model-files = files
model-audio = audio
model-reasons = reasoning
model-price = { $input } in / { $output } out
model-used = Last used: { $day }
model-favour = Add to favourites
model-unfavour = Remove from favourites
chat-models-favourite = Favourites
chat-models-recent = Used last

retry-rate = The endpoint limits how many requests it takes.
retry-busy = The endpoint is overloaded.
retry-loading = The endpoint loads the model.
retry-closed = The endpoint closed the connection.
retry-attempt = Attempt { $attempt } of { $most } follows.
retry-again = Attempt { $attempt } follows.
retry-in = in { $time }
retry-now = now …
retry-stop = Stop waiting

notes-model = Model
notes-prices-hint = A context window and prices that you enter here replace those of the endpoint and of the built-in table. Innkeeper estimates costs with them; nothing is sent.
notes-price-cached = Cached input price
notes-window = Context window
notes-window-unit = tokens
notes-window-wrong = A number from 1,000 to 100,000,000, or empty.
notes-price-listed = If you enter no prices, Innkeeper uses the list prices as of { $date }.
notes-price-here = This model runs on this machine. If you enter no prices, it costs nothing.
notes-price-none = Innkeeper knows no price for this model. Enter one to see what it costs.
