### Prompts of servers and presets of the user, as the host describes them. Only Rust uses these messages.

host-prompts-too-slow = It did not list its prompts within { $seconds } seconds.
host-prompt-unknown = { $server } offers no prompt “{ $prompt }”.
host-prompt-offered = It offers: { $names }
host-prompt-none = It offers no prompts.
host-prompt-missing = The prompt “{ $prompt }” needs a value for: { $names }
host-prompt-argument = The prompt “{ $prompt }” has no argument “{ $name }”.
host-prompt-takes = Its arguments: { $names }
host-prompt-takes-none = It takes no arguments.
host-prompt-server-off = { $server } is off in this conversation.
host-prompt-server-off-hint = Switch it on below the message field.
host-prompt-messages = The prompt has { $count } messages, and the limit is { $most }.
host-prompt-other-arguments = Choose other arguments, or another prompt.
host-prompt-left-out =
    { $count ->
        [one] One piece cannot be read and is left out.
       *[other] { $count } pieces cannot be read and are left out.
    }
host-preset-no-name = The name of a preset must not be empty.
host-preset-long-name = The name of a preset has at most { $most } characters.
host-preset-no-text = The text of a preset must not be empty.
host-preset-long-text = The text of a preset has at most { $most } KiB.
host-preset-taken = There is a preset “{ $name }” already.
host-preset-too-many = There are at most { $most } presets. Delete one first.
host-preset-gone = This preset was deleted.
