## NewRule
rule-kind-tools = Tool calls
rule-kind-tier = Risk level of a tool
rule-kind-trust = Trust a server for reading
rule-kind-guard = No guard between two servers
rule-test-under = is a path under
rule-test-origin = is a URL or address at
rule-test-most = is a number of at most
rule-test-sum = is a number, in all within an hour at most
rule-test-equals = is exactly, as JSON
tier-reads = Reads
tier-writes = Writes
tier-sends = Could send data out
tier-destructive = Destructive

## Rules
rules-trusted-reading = { $count ->
        [one] { $count } of its tools counts
       *[other] { $count } of its tools count
     } as “Reads”; its results trigger no approval for its own tools, { $time }
rules-trusted-results = its results trigger no approval for its own tools, { $time }

## TryCall
rule-try-allow = Would be sent
rule-try-ask = Would ask you
rule-try-deny = Would be denied

## standing
rule-lead-allow = Always
rule-lead-allow-in = In “{ $title }”
rule-lead-allow-until = Until { $end }
rule-lead-allow-in-until = In “{ $title }” until { $end }
rule-lead-ask = Ask each time
rule-lead-ask-in = Ask each time in “{ $title }”
rule-lead-ask-until = Ask each time until { $end }
rule-lead-ask-in-until = Ask each time in “{ $title }” until { $end }
rule-lead-deny = Never
rule-lead-deny-in = Never in “{ $title }”
rule-lead-deny-until = Never until { $end }
rule-lead-deny-in-until = Never in “{ $title }” until { $end }
rule-never-used = never
tools-count = { $count ->
        [one] { $count } tool
       *[other] { $count } tools
     }
rules-count = { $grants ->
        [one] { $grants } grant.
       *[other] { $grants } grants.
     } The strictest rule wins.
rules-count-narrowing = { $grants ->
        [one] { $grants } grant
       *[other] { $grants } grants
     }, { $narrowing ->
        [one] { $narrowing } restriction
       *[other] { $narrowing } restrictions
     }. The strictest rule wins.

## NewRule
rule-no-server = There is no server yet.
rule-choose-tools = Choose the tools: a rule never allows all of a server.
rule-tools-unknown = Its tools are not known: start it first.
rule-condition-incomplete = Each condition needs an argument and a value.
rule-two-servers = This needs two servers.
rule-new-title = New rule
rule-kind = Subject
rule-effect = Effect
rule-guard-from = Data of
rule-guard-to = may reach without approval
tools = Tools
rule-no-tools-chosen = None selected: every tool of the server, including tools it offers later.
rule-only-where = Only where
rule-argument = Argument
rule-argument-placeholder = argument
rule-condition = Condition
rule-value = Value
remove = Remove
rule-condition-remove = Remove this condition
rule-condition-add = Add a condition
rule-how-long = For how long
rule-until-revoked = Until you revoke it
rule-scope = Where
rule-everywhere = In every conversation
rule-in = In “{ $title }”
tool = Tool
rule-counts-as = Counts as
rule-tier-hint = This covers the current definition. If the definition changes, the rule is void.
rule-trust-hint = Results of this server no longer make approval necessary for its own tools. Data that would reach another server still needs approval.
rule-guard-hint = Data of the first server reaches the second without approval. Innkeeper no longer checks for it or marks it.
waiting-in-consent = Waiting for you in the consent window
rule-ask = Ask me in the consent window
rule-make = Make the rule
rule-widens = It allows more, so you confirm it in the consent window.
rule-tier-confirm = You confirm a lower risk level there; a higher one takes effect at once.
rule-narrows = It allows less, so it takes effect at once.

## RuleCard
rule-card-origin = { $origin }, { $time }, used { $count ->
        [one] { $count } time
       *[other] { $count } times
     }
rule-card-revoked = Revoked { $time }.
rule-void = void
rule-show = Show the rule
rule-gone = The rule no longer exists.

## Rules
rules-all = All
rules-guards = Risk levels and guards
rules-void = Void
rules-end-all = End them all now
rules-revoke-tier = Revoke this
rules-trust-end = Stop trusting it
rules-guard-on = Switch the guard on
rules-unmute = Ask again
rules = Rules
rules-try = Try a call
rules-new = New rule
rules-search = Search rules
rules-which = Which rules
rules-suspended = No rule allows calls at the moment.
rules-suspended-hint = Everything was stopped. Each call needs your approval until you resume rules.
rules-resume = Resume rules
rules-rule = Rule
rules-used = Used
rules-last = Last used
rules-end-it = End it
rules-counts-as = counts as
rules-without = without this “{ $word }”
rules-trusted = Trusted for reading
rules-no-guard = No guard
rules-data-of = for data of
rules-guard-reaches = it reaches { $server } without approval, { $time }
rules-guard-reaches-offline = it reaches { $server } without approval while { $server } can send nothing, { $time }
rules-muted = Muted
rules-muted-in = in “{ $title }”
rules-muted-hint = after three denials; its calls are denied there
rule-end-now = End now
rules-looked-for = Searched for “{ $text }” in servers, tools, conditions and origins.
rules-none-here = No rule matches this filter.
rules-show-all = Show all rules
rules-none = No rules yet
rules-none-hint = Each call needs your approval. Permissions for more than one call will be listed here, and everything that you always deny.
rules-reading = Reading the rules.

## TryCall
rule-try-object = Arguments are a JSON object.
rule-try-json = This is not JSON yet.
rule-try-title = Try a call against the rules
rule-try-nothing = Nothing is sent.
arguments = Arguments
rule-try-seen = The conversation contains data of
rule-try-in = In the conversation
rule-try-new-one = A new one
nothing-sent = Nothing was sent.
rule-try-result = Result of the rules
rule-try-covers = covers it.
rule-try-not-covers = does not cover it: { $why }
rule-try-no-rule = No rule covers this tool.
rule-try-default = Without one, each call needs approval.

## standing
rule-revoke = Revoke
