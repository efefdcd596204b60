### Trial runs of servers.

trial-title = Trial run
trial-about = Start the server with what it has now. Everything else is refused and listed here, and you choose what it gets.
trial-on = The trial run began at { $since }. Use the server’s tools. What it looks for and does not get is listed here.
trial-begin = Start a trial run
trial-again = Start another trial run
trial-end = End the trial run
trial-proposals = { $count ->
    [one] It looked for this. Tick what it may have.
   *[other] It looked for these { $count } things. Tick what it may have.
 }
trial-read = Read { $path }
trial-write = Read and write { $path }
trial-host = Reach { $host }
trial-program = Run { $path }
trial-run-in-home = Run programs in its private folder
trial-times = { $count ->
    [one] once
   *[other] { $count } times
 }
trial-examples = What it looked for there
trial-nothing-yet = It has looked for nothing that it lacks.
trial-nothing = It looked for nothing that it lacks.
trial-notes = { $count ->
    [one] One more thing, which is not proposed
   *[other] { $count } more things, which are not proposed
 }
trial-more = It looked for more than is listed.
trial-allow = { $count ->
    [0] Review and allow
    [one] Review and allow { $count }
   *[other] Review and allow { $count }
 }
trial-failed = Nothing was allowed by this.
