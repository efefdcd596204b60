## Recovery
recovery-deleted-what = { $files ->
        [one] { $files } file
       *[other] { $files } files
     }, { $size }; { $secrets ->
        [one] { $secrets } entry of the keychain
       *[other] { $secrets } entries of the keychain
     }
recovery-backup-update = { $time }, before an update, { $size }
recovery-backup-at = { $time }, { $size }
recovery-backup-version = used by version { $version }
recovery-backups = Backups from before updates
recovery-backups-hint = Restoring one replaces the database. The present file is kept in its folder, and the audit log goes on.
recovery-restore = Restore
recovery-not-copied = No backup before this update
recovery-not-copied-hint = Version { $version } copies your data before its first start, so that you can go back. That did not work. Free some space and try again, or start without a backup. Innkeeper has changed nothing and started no server.
recovery-skip-backup = Start without a backup
recovery-show-folder = Show the folder
recovery-show-file = Show the file
recovery-keeps-newer = The newer file is kept in its folder, under a name with the date.
recovery-keeps-damaged = The damaged file is kept in its folder, under a name with the date.

## words
recovery-other-program = Another program
recovery-process = { $program } (process { $pid })
recovery-holds-since = { $program } has used it since { $time }.
recovery-holds = { $program } uses it.
recovery-waiting-hint = Your data is in use. { $holder } Innkeeper waits up to ten seconds for it to become free.
recovery-in-use-hint = { $holder } End it, then try again. Innkeeper has changed nothing and started no server.
recovery-damaged-log = The audit log is damaged.
recovery-damaged-database = The database is damaged.
recovery-stopped = Innkeeper has stopped every server and leaves the file unchanged.
recovery-untouched = Innkeeper has changed nothing and started no server.
recovery-newer-hint = This version ({ $version }) cannot open it. Install the newer version, or open the backup from before the update. Innkeeper has changed nothing and started no server.
recovery-not-writable-hint = Innkeeper records each decision before it takes effect, so it does not start without that. Give yourself the right to write there, then try again. Innkeeper has changed nothing and started no server.
recovery-full-hint = Innkeeper records each decision before it takes effect, so it does not start without space. Free some, then try again. Innkeeper has changed nothing and started no server.
recovery-other = Your data could not be opened

## Browse
recovery-browse-title = Conversations, read only
recovery-browse-none = No conversation can be read.
recovery-messages = Messages
recovery-you = You
recovery-model = Model
recovery-no-text = No text.
recovery-nothing = Nothing to show.
recovery-reading = Reading…

## Recovery
recovery-deleted = Deleted
recovery-from = From
recovery-left = Still there
quit = Quit
recovery-afresh = Start afresh
recovery-folder = Folder
recovery-file = File
recovery-found = Found
recovery-backup = Last backup
recovery-no-backup = none that can be opened
saving = Saving
recovery-save = Save what can be read
recovery-browse = Read conversations

## words
recovery-waiting = One moment
recovery-in-use = Your data is in use
recovery-damaged = Your data could not be opened
recovery-newer = Your data is from a newer Innkeeper
recovery-not-writable = Your data cannot be written
recovery-full = The disk is full
recovery-deleted-title = Your data is deleted
recovery-deleted-hint = Innkeeper has stopped every server and closed its files.
recovery-open-backup = Open the backup
recovery-aside-log = Set it aside, begin a new log
recovery-aside = Set it aside, start empty
