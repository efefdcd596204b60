### The host's words about rows of the audit log. Only Rust uses them. The log itself stores English words and data.

## Decisions
host-verdict-allowed-person = you allowed
host-verdict-denied-person = you denied
host-verdict-allowed-terminal = you allowed at the terminal
host-verdict-denied-terminal = you denied at the terminal
host-verdict-dismissed = you closed the approval request
host-verdict-allowed-rule = allowed by a rule
host-verdict-denied-rule = denied by a rule
host-verdict-allowed-command = allowed by the command line
host-verdict-denied-command = denied by the command line
host-verdict-unattended = nobody could be asked
host-verdict-expired = nobody answered
host-verdict-muted = denied, muted
host-verdict-repeated = denied, as before
host-verdict-queue-full = denied, too many pending approvals
host-verdict-withdrawn = withdrawn
host-verdict-stopped = you stopped everything
host-verdict-unrecorded = denied, the decision could not be recorded
host-verdict-allowed = allowed
host-verdict-denied = denied

## The scope of an allow
host-verdict-once = { $verdict }, once
host-verdict-run = { $verdict }, as long as the server runs
host-verdict-conversation = { $verdict }, in this conversation
host-verdict-unseen = { $verdict }, and the next ones without review
host-verdict-standing = { $verdict }, until it changes
host-verdict-where = { $verdict }, always under a condition
host-verdict-tools = { $verdict }, with other tools, for a limited time
host-verdict-trusting = { $verdict }, and trust its reading

## Changes of permissions
host-verdict-made = you created it
host-verdict-revoked = you revoked it
host-verdict-changes-applied = changes applied
host-verdict-changes-discarded = changes discarded
host-verdict-restored = you undid the revocation
host-verdict-tier = you changed its risk level
host-verdict-trusted = you trust it for reading
host-verdict-distrusted = you no longer trust it for reading
host-verdict-guarded = you switched the guard on
host-verdict-unguarded = you switched the guard off
host-verdict-data-forgotten = you said it holds no data of others
host-verdict-trial-start = new version started for its review
host-verdict-review = you changed the review of answers
host-verdict-instructions-read = you let models read its instructions
host-verdict-instructions-unread = models no longer read its instructions
host-verdict-budget = you changed its budget
host-verdict-stop = you

## Outcomes and other events
host-verdict-done = done
host-verdict-failed = failed
host-verdict-cancelled = cancelled
host-verdict-unknown = may have run
host-verdict-not-sent = not sent
host-verdict-signed-in = signed in
host-verdict-signed-out = you signed out
host-verdict-sign-in-failed = not signed in
host-verdict-sign-in-ended = signed out automatically
host-verdict-client = a client ID was entered
host-verdict-key-tested = key tested
host-verdict-models = model list requested
host-verdict-resource-attached = resource attached by you
host-verdict-prompt-inserted = prompt inserted by you
host-verdict-update-check = update server asked
host-verdict-update-download = update downloaded
host-verdict-update-install = update installed
host-verdict-update-setting = updates set
host-verdict-data-restored = restored

## Objects of rows
host-logged-rule = Rule: { $subject }
host-logged-apply = { $count ->
    [one] Apply one change to { $folder }
   *[other] Apply { $count } changes to { $folder }
}
host-logged-setting = Setting: { $subject }
host-logged-secret = Secret: { $subject }
host-part-of-call = Part of the running call of { $tool }, round { $number }.
host-part-of-read = Part of reading something from this server, round { $number }.
host-logged-in-call = { $said }, in round { $number } of a call of { $tool }
host-logged-in-read = { $said }, in round { $number } of a request of yours
host-logged-elicitation = Request of { $server } for your input
host-logged-outflow = Tool results to { $host }
host-logged-link = Link to { $host }
host-logged-roots = Folders named to { $server }
host-logged-sampling = Request to your model for { $server }
host-logged-sampling-again = Repeated request to your model for { $server }
host-logged-reply = Answer of your model to { $server }
host-logged-sign-in = Sign-in at { $page } for { $server }
host-row-account = Account: { $subject }
host-row-call = Call: { $subject }
host-row-resource = Resource: { $subject }
host-row-prompt = Prompt: { $subject }
host-row-launch = Launch: { $subject }
host-row-server = Server: { $subject }
host-row-model = Model: { $subject }
host-row-stop = Stop: { $subject }
host-row-session = Session: { $subject }
host-row-purge = Removed: { $subject }
host-row-unknown = Unknown: { $subject }
host-row-stopped = Stop everything: servers { $servers }, calls { $calls }, approvals { $approvals }

## Verification
host-audit-intact = Every row is unchanged. The end agrees with the head in the keychain.
host-audit-intact-no-head = Every row is unchanged. The keychain has no head of this log, so rows cut off its end would go unnoticed.
host-audit-intact-unreadable-head = Every row is unchanged. The end of the log in the keychain cannot be read, so rows cut off its end would go unnoticed.
host-audit-broken = { $what }. { $rest }
host-audit-time-back = { $message } { $count ->
        [one] At row { $rows } time goes back: the clock was set, or the row was written by another program.
       *[other] At { $count } rows time goes back, as at { $rows }: the clock was set, or the rows were written by another program.
    }

## Reading and saving
host-audit-no-row = There is no such row in the log.
host-audit-no-server = There is no such server.
host-audit-search-long = A search has at most { $most } characters.
host-audit-no-log = There is no audit log here.
host-audit-exists = { $file } already exists.
host-audit-exists-hint = Nothing was changed. Choose another name.
host-audit-not-saved = The log was not saved: { $error }.
host-audit-not-saved-hint = The log is unchanged. Choose a folder that is writable and has free space.
