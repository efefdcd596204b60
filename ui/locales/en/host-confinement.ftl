# The sandbox of local servers: what it shows and refuses.
host-confinement-remote = A remote server has no sandbox on this machine.
host-confinement-never = This server runs without a sandbox in any case: the program that does its work is not started by Innkeeper.
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
host-reach-asked = It reaches no host before you allow it.
host-reach-hosts = It reaches the hosts that you allowed: { $hosts }

# Hosts that a confined server reaches
host-hosts-denied = The host was not allowed. Nothing changed.
host-hosts-unknown = { $host } is not allowed for this server.
host-hosts-invalid = “{ $host }” is not a host with a port. Write it as example.com:443.
host-hosts-never = { $host } is an address that no server can be at.
host-hosts-localhost = { $host } names this machine by a name. Write its address, such as 127.0.0.1:8080.
host-hosts-refused = A connection to { $host } was refused: { $reason }
host-hosts-why-not-public = It is an address of this machine or a private network. Only you can allow it, by adding it yourself.
host-hosts-why-address = The name leads to this machine or a private network. Only you can allow that, by adding the very address.
host-hosts-why-denied = The host is not allowed.
host-hosts-why-no-answer = Nobody allowed the host in time.
host-hosts-why-waiting = Too many hosts already wait for your approval.
host-hosts-why-connections = Too many connections are open.
host-hosts-why-no-name = The encrypted connection does not name its host, or hides it.
host-hosts-why-other-name = The request names another host than the connection.
host-hosts-why-unknown-address = The server used an outdated address.
host-hosts-why-unresolved = The host name could not be resolved.
host-hosts-why-unreachable = The host cannot be reached.
host-hosts-why-slow = The server did not send its request in time.
host-hosts-why-revoked = The permission was revoked.
host-hosts-why-malformed = The request cannot be read in one way only.
host-hosts-this-machine = An address of this machine: programs that listen here trust whoever connects.
host-hosts-metadata = The metadata service of a cloud: it can hand out the keys of this machine.
host-hosts-private = An address of a private network.
host-hosts-cause = Innkeeper refused it a connection to { $host }, which is not allowed
host-hosts-cause-hint = If it needs that host, allow it under Sandbox on its page, or with `servers reach "{ $server }" --allow { $host }`.
host-hosts-not-served = Its network could not be set up: { $reason }
host-hosts-not-served-hint = Close other programs, or restart Innkeeper, then start the server again.
