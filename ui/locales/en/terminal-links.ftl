### Links in the terminal program. Only Rust uses them.

terminal-links-on = Your desktop opens innkeeper: links with Innkeeper.
terminal-links-off = Your desktop does not open innkeeper: links with Innkeeper.
terminal-links-elsewhere = Your desktop opens innkeeper: links with Innkeeper at another place. `links register` changes that to this one.
terminal-links-other = Your desktop opens innkeeper: links with another program: { $name }
terminal-links-no-window = There is no window to open links with: { $path } is missing.
