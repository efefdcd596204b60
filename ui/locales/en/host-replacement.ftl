### The host's words about another program in the place of a server's. Only Rust uses them.

host-replacement-denied = “{ $server }” was not changed: another program in its place was not approved.
host-replacement-denied-hint = Approve it in the consent window or at a terminal. Or give the other program a name of its own.
host-replacement-not-found = “{ $server }” was not changed: “{ $command }” was not found, so Innkeeper cannot show what would take its place.
host-replacement-not-found-hint = Install the program first. Or add it as another server.
host-replacement-outdated = “{ $server }” was changed meanwhile. Nothing was changed now.
host-replacement-private-folder = “{ $server }” was not changed: its private folder could not be deleted ({ $reason }).
host-replacement-private-folder-hint = Stop the server, then try again.
host-answer-not-held = A ticked entry cannot move to the other program.
host-held-variable = Stored value of the variable { $name }
host-held-header = Stored value of the header { $name }
host-held-account = Sign-in at { $origin }
host-held-root-read = Folder { $path } (read only)
host-held-root-staged = Folder { $path } (read, and write with review)
host-held-root-write = Folder { $path } (read and write)
host-held-reach = May reach { $host }
host-held-private-folder = What it wrote into its private folder
host-held-sampling = May send requests to your models
host-held-elicitation = May ask you for input
host-held-unreviewed = Gets replies of your models without your review
host-held-budget = Up to { $minute } requests to your models in a minute and { $day } tokens in a day
host-held-rule = Rule: “{ $tool }” is allowed without approval{ $conditions ->
    [0] {""}
    [one] {" "}under { $conditions } condition
   *[other] {" "}under { $conditions } conditions
}
host-held-rule-every = Rule: every tool is allowed without approval{ $conditions ->
    [0] {""}
    [one] {" "}under { $conditions } condition
   *[other] {" "}under { $conditions } conditions
}
host-held-tier = Tool “{ $tool }” counts as “{ $tier }”
host-held-trusted = Its tools that say they only read count as reading
host-held-unguarded-from = Data of “{ $other }” reaches it without approval
host-held-unguarded-to = Its data reaches “{ $other }” without approval
host-held-not-account = Belongs to the old address. Sign in again.
host-held-not-root = A server at a URL cannot be started with a folder.
host-held-not-used = The new program does not use it.
host-logged-replacement = Another program for { $server }. Ticked to move: { $moved }. Not ticked: { $stays }.
host-logged-replacement-all = Another program for { $server }. Ticked to move: { $moved }.
host-logged-replacement-none = Another program for { $server }. Nothing was ticked to move; not ticked: { $stays }.
