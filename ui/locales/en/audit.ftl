## rows
audit-decided-all = All
audit-decided-person = You allowed
audit-decided-rule = By rule
audit-decided-denied = Denied
audit-since-all = All time
today = Today
audit-since-week = Last 7 days
audit-since-month = Last 30 days
audit-sought-text = “{ $text }” in actions, servers, decisions and arguments
audit-sought-rows = rows
audit-sought-among = { $what }, among rows { $filters }
audit-sought = { $what } { $filters }
audit-outcome-row = outcome
audit-place-dropped = missing

## Audit
audit-like = { $count ->
        [one] { $count } like it
       *[other] { $count } like it
     }
audit-like-since = The first was at { $time }
audit-intact = Intact: { $count ->
        [one] { $count } row
       *[other] { $count } rows
     }, verified { $time }
audit-decision = Decision
audit-broken-time = Its time stamp is { $time }. { $rest }
audit-saved-rows = { $count ->
        [one] { $count } row
       *[other] { $count } rows
     } as JSON Lines, { $size }.

## AuditDetail
characters = { $count ->
        [one] { $count } character
       *[other] { $count } characters
     }

## rows
audit-sought-person = that you allowed
audit-sought-rule = by a rule
audit-sought-denied = that were denied
audit-sought-server = of { $server }
audit-sought-today = of today
audit-sought-week = of the last 7 days
audit-sought-month = of the last 30 days
yesterday = Yesterday
audit-launch = Start of the server
audit-edited = edited by you
audit-wrong-edited = Row { $row } was changed after it was written
audit-wrong-dropped = Row { $row } is missing
audit-wrong-swapped = Row { $row } is in another row's place
audit-wrong-inserted = Row { $row } was not written by Innkeeper
audit-wrong-cut = The log was cut off at row { $row }
audit-wrong-rewritten = The log was rewritten up to row { $row }
audit-rest-rewritten = This is not the log whose end is in the keychain: none of its rows can be trusted. Nothing was repaired or removed.
audit-rest-cut = The keychain records later rows, which are gone. The remaining rows are intact. Nothing was repaired or removed.
audit-rest = Rows before it are intact; rows after it cannot be trusted. Nothing was repaired or removed.
audit-place-cut = cut off from here on
audit-place-other = not as it was written

## Audit
audit-not-sent = not sent
audit-log = Audit log
audit-broken-at = Broken at row { $row }
audit-verifying = Verifying
audit-reload = Reload
audit-verify = Verify now
audit-export = Export
audit-search = Search the log
search = Search
server = Server
audit-all-servers = All servers
audit-time = Time
nothing-changed = Nothing was changed.
audit-go = Go to the row
audit-save-copy = Save a copy
audit-no-head = The keychain does not hold the latest state of this log. Rows missing at its end would therefore not be noticed.
audit-saved-holes = Saved; { $count ->
        [one] { $count } damaged place
       *[other] { $count } damaged places
     } could not be read.
audit-newest = Show the newest rows
audit-action = Action
audit-tier = Risk
audit-outcome = Outcome
audit-row-place = Row { $row }: { $place }
audit-empty = Nothing recorded yet
audit-empty-hint = Each approval, answer and call gets a row here.
nothing-found = Nothing found
audit-looked-for = Searched for { $what }.
audit-show-all = Show all rows
audit-searching = Searching older rows.
audit-reading = Reading the log.
audit-older = Show older rows
audit-search-older = Search older rows

## AuditDetail
audit-row = Row { $row }
audit-row-small = row { $row }
audit-close-key = Close (Esc)
audit-outcome-of = { $verdict }, row { $row }
audit-by-rule = By a rule
audit-allowed-by-rule = Allowed by a rule
audit-reasons = Reasons
audit-arguments = Arguments
audit-truncated = Longer; the rest is not shown.
audit-arguments-removed = Its arguments were removed with its conversation.
audit-raw = Full record
audit-change = What changed
audit-change-cut = A line is long. It begins shortly before the place that differs, and its end is not kept.
audit-change-more = { $more ->
    [one] { $more } more line differs. The log keeps only the digests of both texts for it.
   *[other] { $more } more lines differ. The log keeps only the digests of both texts for them.
 }
audit-change-digests = The log keeps only the digests of this change.
audit-chain = Hash chain
audit-this-row = This row
audit-row-before = Previous row
audit-open = Open the conversation
audit-copy = Copy row
audit-too-large = Too large to copy: export the log.
audit-reading-row = Reading the row.
