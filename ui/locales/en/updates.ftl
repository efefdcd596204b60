### Updates of Innkeeper itself.

updates = Updates
updates-none-here = This build has no updates: it was made without an update server.
updates-hint = Updates come from { $host } and are signed by the publisher of this program. The server learns your IP address and which version you have, nothing else.
updates-every = Check for updates
updates-every-hint = Innkeeper never downloads or installs an update automatically.
updates-never = Only when I ask
updates-day = Once a day
updates-week = Once a week
updates-channel = Versions
updates-channel-hint = A beta can have faults. Going back needs the backup from before it.
updates-stable = Stable
updates-beta = Stable and beta
updates-check = Check now
updates-checking = Checking…
updates-last = Last check { $time }: { $result }
updates-last-never = Not checked yet.
updates-failed = The update failed. Nothing was installed.
updates-offer = Version { $version } is available
updates-notes = { $host } says about it:
updates-notes-cut = The rest is too long to show here.
updates-download = Download
updates-downloading = Download of the update
updates-progress = { $done } of { $total }
updates-cancel = Cancel the download
updates-install = Install and restart
updates-installing = Installing…
updates-install-hint = The file is verified. Innkeeper stops every server, installs it and starts again. Before its first start, the new version backs up your data.
updates-calls = Install although { $count ->
        [one] { $count } tool call is running. It is stopped.
       *[other] { $count } tool calls are running. They are stopped.
    }
updates-ask = Check for updates?
updates-ask-hint = Innkeeper would ask { $host } once a week whether there is a new version. It installs nothing automatically. You can change this in the settings.
updates-ask-yes = Check once a week
updates-ask-no = Don’t check
updates-show = Show it
