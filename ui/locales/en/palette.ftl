## Palette
palette = Search and commands
palette-hint = Search conversations, servers, tools, settings, actions
palette-results = Results
palette-recent = Last used
palette-actions = Actions
palette-pages = Pages
palette-messages = In messages and tool results
palette-call-in = Tool call in { $title }
palette-close-key = Close (Esc)
palette-choose = Choose
palette-take = Open or run
palette-approval = Actions that need approval still ask for it.
palette-searching = Searching messages…
palette-none = Nothing matches “{ $text }”.
palette-none-hint = Searched: conversations with their messages and tool results, servers, tools, rules, settings and actions.
palette-failed = Could not search messages: { $why }
palette-rename = Rename this conversation
palette-keys = Show all keys
palette-start = Start { $server }
palette-stop = Stop { $server }
palette-theme-light = Use the light theme
palette-theme-dark = Use the dark theme
palette-theme-system = Use the system's theme
palette-more = { $count ->
        [one] { $count } more
       *[other] { $count } more
     }
palette-more-type = { $count ->
        [one] { $count } more: type more letters
       *[other] { $count } more: type more letters
     }
palette-count = { $count ->
        [0] Nothing found
        [one] { $count } result
       *[other] { $count } results
     }
palette-project = Project
palette-filter = Messages
palette-any-project = Any project
palette-filter-clear = Search everywhere
palette-in-project = in { $name }
palette-in-server = where { $name } was called
palette-in-today = today
palette-in-week = in the last 7 days
palette-in-month = in the last 30 days
palette-before = Up to
palette-before-now = Until now
palette-before-today = Before today
palette-before-week = Over 7 days old
palette-before-month = Over 30 days old
palette-before-year = Over a year old
palette-until-today = before today
palette-until-week = over 7 days old
palette-until-month = over 30 days old
palette-until-year = over a year old
palette-none-in = Nothing matches “{ $text }” { $where }.
palette-type = Type words to search messages { $where }.
