### Conversations, answers of models, the tour and the content of results, as the host describes them. Only Rust uses these messages.

## turns
host-turn-not-paused = There is no paused answer to continue.
host-turn-running = An answer is still in progress.
host-turn-running-hint = Stop it first.
host-turn-text-size = A message must not be empty, and has at most { $most } MiB.
host-turn-cut-off = The answer was cut off: it reached the model's length limit.
host-turn-refused = The model's provider refused to answer.
host-turn-ended = The model ended its answer without a reason that Innkeeper knows.
host-turn-left-calls = The model wrote a tool call as text, so nothing ran. Its server may lack a parser for tools.
host-turn-left-lines =
    { $count ->
        [one] One line of the answer could not be read, and is left out.
       *[other] { $count } lines of the answer could not be read, and are left out.
    }
host-turn-left-pictures =
    { $count ->
        [one] The answer has an image, which Innkeeper does not show.
       *[other] The answer has { $count } images, which Innkeeper does not show.
    }
host-turn-left-sounds =
    { $count ->
        [one] The answer has a sound, which Innkeeper does not play.
       *[other] The answer has { $count } sounds, which Innkeeper does not play.
    }
host-turn-left-parts =
    { $count ->
        [one] The answer has a part of a kind that Innkeeper does not know.
       *[other] The answer has { $count } parts of a kind that Innkeeper does not know.
    }
host-turn-bad-calls = The model wrote { $count } unusable calls in a row, so Innkeeper ended the turn.
host-turn-nothing = The model answered nothing: no text and no call.
host-turn-call-as-text = The model wrote a tool call as text, so nothing was called. Its endpoint may lack a tool parser for this model.
host-turn-prompt-cut = The endpoint read only { $read } of about { $sent } tokens: tools or text were dropped. Raise its context length.
host-turn-own-messages = You can change your own messages only.
host-turn-no-model = This conversation no longer has a model.
host-turn-no-model-hint = Choose one first.
host-turn-no-answer = There is no answer to try again.

## views
host-message-failed = The answer failed.
host-message-gone = This message no longer exists.

## conversations
host-conversation-gone = This conversation no longer exists.
host-conversation-no-title = A title must not be empty.
host-conversation-new = New chat

## tour
host-tour-samples = There are too many sample servers.
host-tour-samples-hint = Remove those that you do not need.
host-tour-practice = The practice model answers in the tour only.
host-tour-practice-hint = Choose another model.
host-tour-over = The tour is over.
host-tour-over-hint = Start it again.

## catalog
host-lost = { $endpoint } does not accept everything in this request. It was sent without { $left }.
host-lost-and-simpler = { $endpoint } does not accept everything in this request. It was sent without { $left }, and in a simpler form: { $simpler }.
host-lost-temperature = the temperature
host-lost-effort = the reasoning effort
host-lost-tools = any tools
host-lost-images = images
host-lost-files = attached files
host-lost-answer = more than { $tokens } tokens for the answer
host-lost-tool = { $tool } of { $server }
host-simpler = { $endpoint } does not accept every tool definition. Sent in a simpler form: { $simpler }.
host-simpler-all = all tools
host-tools-left-out = { $offered } of { $count } tools are offered to the model: { $endpoint } accepts at most { $most }. Left out: { $left }. { $advice }
host-tools-left-out-of = { $server } ({ $missing } of { $tools })
host-tools-advice-server = To offer all others, switch off { $server } in this conversation, or { $count ->
        [one] { $count } tool
       *[other] { $count } tools
    } on the servers' pages.
host-tools-advice = To offer all others, switch off { $count ->
        [one] { $count } tool
       *[other] { $count } tools
    } on the servers' pages, or switch off servers in this conversation.

## content. A model reads these too, in English.
host-media-large = larger than { $most } MiB
host-media-base64 = not base64
host-media-image = not a PNG, JPEG, GIF or WebP image
host-media-pixels = { $width } × { $height } pixels
host-media-audio = not WAV, MP3, Ogg, FLAC or MPEG-4 audio
host-media-unknown = neither text nor a known image or sound

## state
host-flows-failed = The arguments could not be compared with data from other servers.
host-state-not-ready = { $server } is not ready.
host-state-not-ready-hint = Start it first.
host-state-no-server = There is no such server.

## links
host-link-invalid = Innkeeper opens links to web addresses (https, http) without a user name only. Copy the address if you want to open it elsewhere.
host-link-long = This link is longer than { $kib } KiB and is not opened.
host-link-unopened = The browser could not be opened. Set a default browser in your system's settings, then open the link again.
host-link-unrecorded = The decision could not be recorded, so the link was not opened. Free some disk space, then open it again.

## Context
host-context-gone = This request or part is no longer recorded.
host-context-gone-hint = Open the list of requests again and choose another one.
host-context-cut = This conversation no longer fits the model's window. Older parts are shortened or left out; “What the model sees” lists them.
host-context-too-long = Your message does not fit the model's window.
host-context-too-long-hint = Shorten it, or choose a model with a larger window.

## Summaries of long conversations
host-compact-practice = The practice model cannot summarize a conversation.
host-compact-nothing = There is nothing to summarize yet.
host-compact-nothing-hint = The last messages stay as they are. Continue the conversation, then summarize it.
host-compact-done = This message is not in the part that can be summarized.
host-compact-done-hint = Choose a later message, or undo the summary first.
host-compact-gone = This summary is no longer in effect.
host-compact-size = A summary must not be empty, and has at most { $most } KiB.
host-compact-length = The model's summary was cut off: it reached the model's length limit.
host-compact-long = The model's summary is longer than { $most } KiB.
host-compact-empty = The model wrote no summary.
host-compact-not-shorter = The model's summary is not shorter than the messages.
host-compact-slow = The model took longer than { $minutes } minutes for the summary.
host-compact-retry-hint = Try again, or choose another model.

host-project-no-name = The name of a project must not be empty.
host-project-long-name = The name of a project has at most { $most } characters.
host-project-long-instructions = The instructions of a project have at most { $most } KiB.
host-project-too-many = There are at most { $most } projects. Delete one first.
host-project-gone = This project was deleted.
