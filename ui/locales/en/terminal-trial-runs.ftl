### Trial runs in the terminal program. Only Rust uses them.

terminal-trial-nothing = It looked for nothing that it lacks.
terminal-trial-times = { $times ->
    [one] { $what } (once)
   *[other] { $what } ({ $times } times)
 }
terminal-trial-read = Read { $path }
terminal-trial-write = Read and write { $path }
terminal-trial-host = Reach { $host }
terminal-trial-program = Run { $path }
terminal-trial-run-in-home = Run programs in its private folder
terminal-trial-notes = It also looked for these, which are not proposed:
terminal-trial-more = It looked for more than is listed.
terminal-trial-allowed = Allowed: { $what }
