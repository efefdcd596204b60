### Messages of the terminal program alone. The windows load no terminal*.ftl.
### Columns are aligned with spaces inside a message; the program adds the indentation before it.

## Start and end
terminal-no-start = The program could not start: { $error }
terminal-no-home = No home folder was found.
terminal-no-subcommand = No command given.
terminal-hint-help = See `innkeeper-cli --help`.
terminal-hint-data-dir = Give --data-dir DIR.
terminal-not-opened = The data could not be opened: { $error }
terminal-hint-held = Nothing was changed. Close the other program, or give --data-dir DIR.
terminal-hint-damaged = Nothing was changed. `export DIR` saves what can be read; the window offers the last backup.
terminal-open-address = Open this address in your browser:
terminal-stopped = Stopped.
terminal-everything-stopped = Everything was stopped.
terminal-everything-stopped-window = Everything was stopped. Its servers stay stopped and its rules allow nothing until you choose Start again in the Innkeeper window.
terminal-not-running = Innkeeper does not run on this data: there is nothing to stop.
terminal-another-program = Another program
terminal-holds = { $program } holds this data and does not answer.
terminal-holds-process = { $program } (process { $pid }) holds this data and does not answer.
terminal-hint-end-process = It was not stopped. End that process: its servers end with it.

## Results and values
terminal-done = Done.
terminal-result-not-written = The result could not be written: { $error }
terminal-output-lost = The output could not be written completely.
terminal-not-name-value = `{ $text }` is not NAME=VALUE.
terminal-hint-name-value = For example: --set city=Oslo
terminal-nothing-started = Nothing was started.
terminal-bytes = { $count ->
        [one] { $count } byte
       *[other] { $count } bytes
    }
terminal-milliseconds = { NUMBER($count, minimumFractionDigits: 1, maximumFractionDigits: 1) } ms
terminal-cut = (cut)
terminal-off = (off)
terminal-and-more = (and more)

## Typing
terminal-too-quick = That was quicker than the request can be read. Answer again.

## Data
terminal-no-data = There is no data here.
terminal-export-partial = Not everything could be read.
terminal-hint-export-partial = What could be read is in the folder.
terminal-no-backups = There are no backups from before updates.
terminal-backup-restored = The backup { $name } is open. The database before it is kept beside it.
terminal-backup-skipped = The data is open with this version, without a backup.
terminal-hint-no-backup = Nothing was changed. Free some space, or run `innkeeper-cli data skip-backup` to start without a backup.
terminal-data-database = servers, conversations, permissions
terminal-data-audit = log of decisions
terminal-data-backup = backups
terminal-data-set-aside = quarantined
terminal-data-lock = lock
terminal-size-bytes = { $size } B
terminal-size-kilobytes = { NUMBER($size, minimumFractionDigits: 1, maximumFractionDigits: 1) } KB
terminal-size-megabytes = { NUMBER($size, minimumFractionDigits: 1, maximumFractionDigits: 1) } MB
terminal-size-gigabytes = { NUMBER($size, minimumFractionDigits: 1, maximumFractionDigits: 1) } GB

## Audit log
terminal-audit-verified = { $rows ->
        [one] { $rows } row.
       *[other] { $rows } rows.
    } { $verdict }
terminal-hint-audit-damaged = Nothing was repaired or removed. `audit export --out FILE` saves it as it is.
terminal-audit-saved = { $file }: { $rows ->
        [one] { $rows } row
       *[other] { $rows } rows
    }
terminal-audit-holes = { $count ->
        [one] { $count } damaged place
       *[other] { $count } damaged places
    } of the log could not be read.
terminal-hint-audit-holes = What could be read was written.

## Installation
terminal-installing = { $server } is downloaded and started by { $runner }, { $seconds } s so far, at most { $minutes } min. Ctrl-C cancels.
terminal-installing-line = { $server } is downloaded and started by { $runner }, { $seconds } s so far, at most { $minutes } min. Ctrl-C cancels. It prints: “{ $line }”

terminal-usage-tokens = { $input } tokens read, { $output } written
terminal-usage-cost = cost: { $cost }
