## Browse
browse = Where the server comes from
browse-known = Well-known
registry = Registry

## Registry
registry-off = The registry is off.
registry-off-sends = While it is on, Innkeeper sends your searches, and the names of the servers that you open, to the address below. It sends nothing of your conversations, servers or keys.
registry-off-claims = Anyone can publish to a registry. The list of well-known servers needs no network.
registry-address = Address
registry-address-hint = https, or http on this computer
registry-official = Use the official one
registry-switch-on = Switch on the registry…
registry-confirm = Confirm it in the approval window.
registry-nothing-sent = Nothing was sent.
registry-search = Search the registry by name
registry-found = Servers of the registry
registry-loading = Reading the registry.
registry-again = Try again
registry-none = No name in { $host } contains “{ $text }”.
registry-refused = { $count ->
    [one] One entry is left out, because it breaks the schema.
   *[other] { $count } entries are left out, because they break the schema.
 }
registry-more = Show more
registry-from = From { $host }. Names, descriptions and publishers are claims.
registry-switch-off = Switch off the registry
registry-deleted = Deleted
registry-deprecated = Deprecated
registry-check = Check carefully: it resembles something else

## Registry entry
registry-back = Back to the list
registry-imitates = Check carefully whether this is the server you mean.
registry-publisher-says = The publisher says: { $text }
registry-name = Name
registry-publisher = Published under
registry-repository = Repository
registry-website = Website
registry-version = Version
registry-claims = All of this is what its publisher claims. Innkeeper did not check it.
registry-no-ways = The entry names no package and no URL, so it cannot be added.
registry-ways = Packages and URLs
registry-not-addable = This cannot be added.
registry-optional = optional
registry-secret = A secret in the command line or URL, where other programs can see it.
registry-needs = It needs { $names }. You enter the values when you review it.
registry-may = It can also use { $names }. Add the names below if you want them.
registry-fill = Fill in the form
registry-fill-hint = Nothing is added or started yet.
registry-download = Download from { $host }
registry-download-hint = Innkeeper compares the file with the entry and shows it for review. Nothing is added or started yet.
registry-downloading = Downloading the bundle…
registry-filled = Filled in from the registry.
registry-undo = Undo the choice
