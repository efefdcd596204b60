### The host's words about reviewed changes of folders. Only Rust uses them.

## Why a change is not applied
host-staged-conflict = The file in the folder changed after the server made its version. Innkeeper does not overwrite it.
host-staged-special = This is a device, a pipe or a socket. Innkeeper never applies these.
host-staged-folder-and-file = A folder stands where a file was, or the other way round. Innkeeper does not apply this.
host-staged-unreadable = This entry cannot be read.
host-staged-not-whole = This entry is incomplete. Innkeeper does not apply it.
host-staged-deep = This entry lies in too many folders, or holds too many files.
host-staged-stale = This change is no longer pending, or it is not the one that was shown.
host-staged-refused = The system refused it: { $error }.

## Why there is no difference to show
host-staged-binary = One version is not text.
host-staged-long = One version is too long to compare.
host-staged-no-content = There is no text to compare.
host-staged-mode-only = The content is the same. Only the permissions differ.

## Applying and discarding
host-staged-none = { $path } has no pending changes.
host-staged-not-granted = The server has no reviewed access to { $path }.
host-staged-denied = The changes were not applied. They are still pending.
host-staged-busy = Changes of this folder are being applied or discarded already.
host-staged-in-use = The server still uses { $path }. Nothing was changed.
host-staged-in-use-hint = Stop the server, then try again.
host-staged-failed = The pending changes of { $path } could not be read: { $error }.

## Why reviewed access is not offered
host-staged-remote = Innkeeper can review changes only of a server on this machine.
host-staged-unconfined = This server runs without a sandbox, so its changes cannot be reviewed.
host-staged-unsupported = This system cannot keep changes apart from a folder ({ $reason }).
host-staged-folder = Changes cannot be kept apart from this folder ({ $reason }).
