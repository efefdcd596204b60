### What requests to models took. The window and the terminal program use these messages.

usage = Usage
usage-hint = Tokens as your endpoints count them. Cost is an estimate from list prices or your own. Your provider's bill is what you pay.
usage-period = Period
usage-period-today = Today
usage-period-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
usage-period-all = All
usage-total = Total
usage-by-day = By day
usage-by-model = By model
usage-by-project = By project
usage-project = Project
usage-of-no-project = No project
usage-by-conversation = By conversation
usage-none = No request to a model in this period.
usage-read = Read
usage-written = Written
usage-cost = Cost
usage-requests = { $count ->
    [one] { $count } request
   *[other] { $count } requests
}
usage-day = Day
usage-model = Model
usage-conversation = Conversation
usage-of-servers = Requests of servers
usage-of-deleted = Deleted conversations
usage-estimated = estimated
usage-estimated-hint = { $count ->
    [one] The tokens of { $count } request are estimated, because its endpoint did not count them.
   *[other] The tokens of { $count } requests are estimated, because their endpoints did not count them.
}
usage-unpriced = { $count ->
    [one] { $count } request has no known price and is not in the cost.
   *[other] { $count } requests have no known price and are not in the cost.
}
usage-prices-since = List prices as of { $date } or later.
usage-price-unknown = price not known
usage-on-this-machine = on this machine: free
usage-tokens = { $input } read · { $output } written
usage-cached-of = { $tokens } of them from the cache
usage-conversation-total = { $tokens } tokens in this conversation
usage-open = Show usage and cost
usage-prices-edit = Set prices per model under Models.

usage-under = under { $amount }
usage-free = free
usage-total-tokens = { $tokens } tokens
usage-show-all = Show all { $count }
