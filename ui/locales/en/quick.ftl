# Quick ask: its window, and its keys in the settings.

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
quick-setting-switch = Open Quick ask with keys from any program
quick-setting-hint = A small window over whatever is on the screen. What you send continues in the chat window.
quick-setting-keys = Keys
quick-setting-record = Press the new keys, or Esc to cancel
quick-setting-change = Change keys
quick-setting-desktop = Your desktop decides about the keys: { $keys }
quick-setting-desktop-silent = Your desktop decides about the keys. Its keyboard settings show them.
quick-setting-asks = Your desktop asks you about the keys.
