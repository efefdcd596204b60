### Updates of the program itself, as the host describes them. Only Rust uses these messages.

host-update-unreachable = { $host } could not be reached: { $why }.
host-update-timeout = { $host } did not answer in time.
host-update-status = { $host } answered with HTTP status { $status }.
host-update-https = The update leads to { $host } without https. Innkeeper did not follow it.
host-update-redirects = The update was redirected more than { $most } times.
host-update-large-manifest = The list of updates is larger than { $most } KiB.
host-update-large-file = The file of the update is larger than { $most } MiB.
host-update-packed = { $host } compressed its answer, which Innkeeper did not ask for.
host-update-cut = The connection to { $host } ended before the whole update was there.
host-update-malformed = The list of updates is not valid: { $what } is missing or wrong.
host-update-no-file = The update has no file for this system.
host-update-signature = The file is not signed by the publisher of this program: { $why }. It was discarded.
host-update-other-version = The file is signed for another version than the one that was announced. It was discarded.
host-update-cancelled = The download was cancelled.
host-update-not-permitted = The system did not permit the installation.
host-update-no-pkexec = Installing a package needs pkexec, which was not found. Install it, or install the new version by hand.
host-update-not-installed = The update was not installed: { $why }.
host-update-none = You have the newest version.
host-update-none-older = You have the newest version. The server offers { $version }.
host-update-found = Version { $version } is available.
host-update-none-here = This build has no updates: it was made without an update server.
host-update-not-here = This copy was not installed from a package, so it cannot replace itself. Install the new version as you installed this one.
host-update-nothing = There is no update to install.
host-update-busy = A check or download is running.
host-update-calls = { $count ->
        [one] { $count } tool call is running.
       *[other] { $count } tool calls are running.
    } Installing now stops it.
host-update-calls-hint = Wait until it ends, or choose to install all the same.
