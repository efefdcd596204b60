# Quick ask: its window, and its shortcut in the settings.

quick-title = Quick ask
quick-label = Your message
quick-placeholder = Ask anything…
quick-to = Sends to { $model } at { $place }
quick-none = No model is set up yet.
quick-set-up = Set up a model
quick-send = Send
quick-sending = Sending…
quick-keys-help = Enter sends, Shift+Enter starts a new line, Esc hides this window and keeps the text.
quick-setting = Quick ask
quick-setting-switch = Open Quick ask with a global shortcut
quick-setting-hint = A global shortcut opens a small window over any program. What you send continues in the chat window.
quick-setting-keys = Shortcut
quick-setting-record = Press the new shortcut, or Esc to cancel
quick-setting-change = Change shortcut
quick-setting-desktop = Your desktop chose the shortcut: { $keys }
quick-setting-desktop-silent = Your desktop chose the shortcut. Its keyboard settings show it.
quick-setting-asks = Your desktop asks you for permission.
