### The host's words about folder access of servers. Only Rust uses them.

## Granting a folder
host-root-denied = The folder was not granted.
host-root-nothing = Nothing was granted.
host-root-other-approval = This approval request is not about a folder.
host-root-unknown = The server has no such folder.
host-root-path-long = The path of the folder has more than { $most } bytes.
host-root-silent = The disk of this folder does not respond.
host-root-silent-hint = Nothing was granted. Check that the disk is connected, then try again.
host-root-uninspected = Innkeeper could not inspect this folder.
host-root-many = A server can have at most { $most } folders.
host-root-many-hint = Withdraw access to one of them first.
host-root-name = A name has at most { $most } characters, and none of them is hidden.
host-root-remote = Only a server on this machine can be started with a folder.
host-root-variable = { $variable } cannot be the name of the variable: it is in use or not a valid name.
host-root-relative = Give the full path of the folder.
host-root-path = { $path } cannot be granted: { $error }.
host-root-not-folder = { $path } is not a folder.
host-root-unicode = The path of this folder is not valid Unicode, so it cannot be sent to a server.
host-root-unreadable = { $path } cannot be read: { $error }.

## Folders that are never granted
host-root-refused-hint = Nothing was granted. Choose another folder.
host-root-refused-form = { $path } is never granted. It can name more than one folder, or a device. Choose the folder by its drive letter or its share.
host-root-refused-disk = { $path } is never granted. It is the whole disk.
host-root-refused-own = { $path } is never granted. Innkeeper keeps its own data in { $folder }.
host-root-refused-system = { $path } is never granted. It belongs to the system ({ $folder }).
host-root-refused-homes = { $path } is never granted. It contains whole home folders or disks.
host-root-refused-home = { $path } is never granted. It contains your whole home folder.
host-root-refused-secret = { $path } is never granted. It contains secrets: { $what }.

## Why the name of a folder must be typed, without a full stop
host-root-risk-home = This is your whole home folder, with all your keys, mail and documents
host-root-risk-settings = Programs keep their settings in this folder, and with them keys and sessions
host-root-risk-secret = It contains { $path } ({ $what })
host-root-risk-own = It contains Innkeeper's own data ({ $path })

## Kinds of secrets
host-secret-machine-keys = keys of other machines
host-secret-encryption-keys = encryption keys
host-secret-cloud-keys = cloud keys
host-secret-cluster-keys = cluster keys
host-secret-registry-keys = registry keys
host-secret-private-key = private key
host-secret-passwords = passwords
host-secret-keychain = keychain
host-secret-browser = browser profile
host-secret-mail = mail
host-secret-apps = data of your apps
host-secret-environment = environment file
host-secret-wallet = wallet

## Granted folders
host-root-gone = there is no folder at its path any more
host-root-replaced = another folder is now at its path
host-root-locked = it can no longer be read
host-root-no-answer = its disk does not respond
host-root-withdrawn = Access to the folder { $path } was withdrawn: { $reason }
host-root-back = Access to the folder { $path } is in effect again
host-root-restart = Restarting with the folder that you granted
host-root-restart-without = Restarting without the folder that you revoked

## Suggestions
host-root-named = Its command names this folder
host-root-repository = Repository
