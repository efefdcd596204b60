## Links that the desktop opens
link-filled = Filled in from a link.
link-offered = A link for adding a server was opened.
link-offered-hint = Your form stays as it is until you choose to fill it in from the link.
link-use = Fill in from the link
link-drop = Ignore the link
links-setting = Links for adding a server
links-setting-switch = Open links for adding a server
links-setting-hint = Your desktop opens links that begin with innkeeper: with Innkeeper. A link fills in the form for a server. It adds and starts nothing.
links-setting-other = { $name } opens them now.
links-setting-elsewhere = They open Innkeeper at another place. Switch this on to change that.
links-setting-unsupported = Links cannot be registered on this system.
