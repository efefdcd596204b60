# The sandbox of local servers: what it shows and refuses.
host-confinement-remote = A remote server has no sandbox on this machine.
host-confinement-too-many = At most { $count } paths of a program can be added.
host-confinement-relative = “{ $path }” is not an absolute path.

host-confinement-names-visible = Names, sizes and dates of your files stay visible to it, but not their contents.
host-confinement-nothing-works = This system offers no sandbox for files. The server can do whatever you can.
host-confinement-restarts = A change of its folders takes effect with a restart.
host-confinement-refused = A stronger sandbox does not work here: { $reason }.
host-confinement-no-landlock = The kernel does not offer Landlock.
host-confinement-no-signal-scope = The kernel is too old to keep it from signalling your other programs.
host-confinement-hooks-writable = In folders that it may change, it can also change files that other programs run, such as Git hooks.
host-confinement-not-verified = The sandbox of this system was not tested.

host-confinement-chosen = It starts anew, because you changed its sandbox
host-confinement-held = It started anew: it still had something open in { $path }, to which you withdrew its access
host-confinement-needs-restart = It started anew, because its access to { $path } changed
host-confinement-not-changed = It started anew, because its access to { $path } could not be changed: { $reason }
host-confinement-taken-at-start = It started anew, because you withdrew a folder while it started
host-confinement-shown = It can read { $path } now
host-confinement-hidden = It cannot see { $path } any more
host-confinement-read-only = It can only read { $path } now
host-confinement-writable = It can change { $path } now

host-confinement-no-private-folder = Its private folder could not be made: { $reason }
host-confinement-no-private-folder-hint = Check that the data folder of Innkeeper can be written to.
host-confinement-not-built = It could not be confined: { $reason }
host-confinement-not-built-hint = Innkeeper starts no server with a weaker sandbox than you accepted. Restart Innkeeper, then start the server again to review it.

host-confinement-out-of-sight = its sandbox does not show it { $path }
host-confinement-out-of-sight-hint = Grant it the folder on its page, or with `roots grant "{ $server }" "{ $path }"`.
host-confinement-only-reads = its sandbox does not let it write to { $path }
host-confinement-only-reads-hint = Grant it the folder for writing on its page, or with `roots grant "{ $server }" FOLDER --write`.
host-confinement-no-network = its sandbox has no network
host-confinement-no-network-hint = If it needs the network, allow it under Sandbox on its page, or with `servers confinement "{ $server }" --network open`.
host-confinement-reads-lead = Its sandbox lets it read, and nothing else.
host-confinement-reads = It has no network and no folder to write to.
host-reach-reads = Its sandbox lets it read the system's programs and: { $folders }
host-reach-writes = It can change: { $folders }
host-reach-offline = It has no network.
host-reach-online = It reaches the network of this machine.
host-confinement-tier = Reads, enforced
