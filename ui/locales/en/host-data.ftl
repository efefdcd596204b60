### Stored data: settings, exports, deletion and recovery, as the host describes them. Only Rust uses these messages.

## convert
host-data-failed = Stored data could not be read or written: { $error }.
host-data-failed-hint = Check the free space and the permissions of the data folder.
host-data-full = The disk with your data is full. This was not saved, and nothing was sent.
host-data-full-hint = Free some space, then try again.
host-data-busy = Too much is waiting for the stored data. This was not done.
host-data-busy-hint = Wait a moment, then try again.
host-audit-failed = The audit log could not be read or written: { $error }.

## open
host-repaired = Innkeeper did not end normally.{ $calls ->
        [0] { "" }
        [one] { " " }{ $calls } unfinished call is marked as “may have run”.
       *[other] { " " }{ $calls } unfinished calls are marked as “may have run”.
    }{ $answers ->
        [0] { "" }
        [one] { " " }{ $answers } unfinished answer is marked as stopped.
       *[other] { " " }{ $answers } unfinished answers are marked as stopped.
    }

## state::settings
host-setting-least = At least { $min }.
host-setting-most = At most { $max }.
host-setting-quiet = A call that ends after { $whole } s cannot wait { $quiet } s without progress.
host-setting-text-size = Text size must be between { $least } % and { $most } %.

## archive
host-archive-lost = Found without its conversation
host-archive-unreadable = (this part cannot be read)
host-page-streaming = unfinished
host-page-stopped = stopped
host-page-failed = failed
host-page-waiting = waiting
host-page-running = running
host-page-done = done
host-page-denied = denied
host-page-cancelled = stopped

## export
host-export-failed = The export is not complete: { $place }: { $error }.
host-export-failed-hint = Your data is unchanged. Choose a folder that can be written and has space.
host-export-missed = { $what }: { $error }.
host-export-holes = { $what }: { $count ->
        [one] { $count } damaged place
       *[other] { $count } damaged places
    } could not be read.
host-export-conversations = The conversations
host-export-servers = The servers
host-export-last-changes = The last changes, which are stored beside the database, could not be read.

## export::markdown
host-page-times = Begun { $begun }, changed { $changed }.
host-page-you = You
host-page-model = Model
host-page-model-named = Model ({ $model })
host-page-unknown = Unknown
host-page-message = { $who }, { $time }
host-page-message-ended = { $who }, { $time }, { $state }
host-page-call-lost = A call whose record cannot be read.
host-page-reasoning = reasoning
host-page-notice = notice
host-page-summary = Summary of the messages above, by { $model }, { $time }
host-page-summary-edited = Summary of the messages above, by { $model }, { $time }, edited by you
host-page-summary-undone = Undone summary of the messages above, by { $model }, { $time }
host-page-unreadable = unreadable
host-page-call = Call of “{ $tool }” of “{ $server }”
host-page-outcome = { $state }. { $reason }
host-page-arguments = Arguments
host-page-result = Result
host-page-branches = { $count ->
        [one] { $count } more message in other branches: see { $file }.
       *[other] { $count } more messages in other branches: see { $file }.
    }

## data
host-data-word = Type “{ $word }” to confirm.
host-data-word-hint = Nothing was deleted.
host-data-left-names = Entries in the keychain: their names could not be read: { $error }.
host-data-left-entries = { $count ->
        [one] { $count } entry of the keychain
       *[other] { $count } entries of the keychain
    }: { $error }.
host-data-left-file = { $file }: { $error }.

## recovery
host-recovery-no-backup = There is no backup that this version can open.
host-recovery-cut = (Cut off here. An export contains all of it.)
host-recovery-call = Call of { $tool } of { $server } ({ $state }):
host-recovery-newer = It has version { $found }. This program knows versions up to { $known }.
host-recovery-foreign = Another program changed how the file is built: { $what }. Nothing was opened or changed. Find out which program did it. Then open a backup.
host-recovery-full = The disk is full.
host-recovery-no-room = A backup before the first start of this version needs { $needed } MiB. { $free } MiB are free.
host-recovery-needs-room = A backup before the first start of this version needs { $needed } MiB of free space.
host-recovery-no-copy = The backup before the first start of this version could not be made: { $error }.
host-recovery-no-such-backup = There is no backup with this name.
host-recovery-backup-newer = A newer version made this backup: it has version { $found }, and this program knows versions up to { $known }.
host-recovery-said = “{ $text }”
host-recovery-unreadable = The data cannot be read: { $error }.
host-recovery-failed = The data could not be restored: { $error }.
host-recovery-unchanged = Nothing was changed.

host-foreign-unknown = This file has no conversations in a known format.
host-foreign-unknown-hint = Choose the ZIP file that ChatGPT or Claude sent, the conversations.json in it, or conversations.jsonl from an export of Innkeeper.
host-foreign-large = The file has more than { $most } MiB.
host-foreign-unreadable = The file could not be read: { $error }
