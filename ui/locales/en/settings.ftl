## Appearance
text-size-hint = Everything scales with it, in the consent window too. { $key }{"\u00A0"}+ and{"\u00A0"}− change it anywhere.
language = Language
language-pseudo = Pseudo-locale for tests
language-hint = Applies to both windows at once. Texts from servers and models stay as they are.

## DataSection
data-database = Servers, conversations, permissions
data-backups = Backups
data-set-aside = Quarantined files
data-lock = Lock
data-backup-files = { $size }, { $count ->
        [one] { $count } file
       *[other] { $count } files
     }, the newest { $time }. What you delete stays in them until newer ones replace them.

## Limits
limit-start = Start of a server
limit-start-hint = A server that does not answer in this time has failed.
limit-quiet = A call without progress
limit-quiet-hint = Each progress report restarts this time.
limit-call = A call as a whole
limit-call-hint = The call ends then, even if it makes progress.
limit-message = One message of a server
limit-message-hint = A larger result is refused.
limit-model = What a model reads
limit-model-hint = The model reads this much of each text of a result. You can see more.
limit-idle = A server without use
limit-idle-hint = After this time a server on this machine sleeps: it does not run, and starts again when an approved call needs it. 0 keeps every server running.
limit-silence = A model that says nothing
limit-silence-hint = An answer fails if the provider sends nothing for this time.
limit-silence-near = A model nearby that says nothing
limit-silence-near-hint = For a provider on this machine or in your network, which may have to load the model first.

## notes
mark-none = Not set
mark-cost = Cost
mark-cost-1 = 1, expensive
mark-cost-5 = 5, cheap
mark-speed = Speed
mark-speed-1 = 1, slow
mark-speed-5 = 5, fast
mark-intelligence = Intelligence
mark-intelligence-1 = 1, simple
mark-intelligence-5 = 5, clever

## Providers
provider-line = { $model }{ $more ->
        [0] { "" }
       *[other] { " " }and { $more } more
     } at { $address }, { $key }

## sections
appearance = Appearance
limits = Limits
keyboard = Keyboard
data = Data

## Appearance
theme = Theme
as-system = As the system
theme-light = Light
theme-dark = Dark
theme-hint = For more contrast, use the setting of your system.
text-size = Text size
density = Density
density-comfortable = Comfortable
density-compact = Compact
density-hint = Compact shows more rows.
motion = Motion
motion-reduce = Reduce
motion-hint = Reduced: nothing rotates, slides or fades.
notifications = Notifications
notifications-hint = Your system notifies you when an approval is pending and no window of Innkeeper has the focus.

## Data
data-keys = Keys and values
data-keychain = in this machine's keychain
data-version = Version

## DataSection
data-folder = Folder
data-place = Location
data-copy-path = Copy the path
data-show = Show in files
data-export = Export everything
data-delete = Delete all my data
data-export-hint = The export contains conversations as Markdown and JSON Lines, servers without secrets, rules and the audit log as JSON Lines.
data-delete-what = Innkeeper stops every server. Then it deletes for good: servers, model endpoints, conversations, permissions, the audit log, backups, quarantined files and its keychain entries.
data-delete-stays = These stay: what you exported, files of other programs in the folder, and everything servers wrote or sent elsewhere.
data-type = Type “{ $word }”
data-keep = Keep my data
backups = Backups from before updates
backups-hint = Before the first start of another version, Innkeeper copies its database and the audit log. It keeps the last three copies.
backups-none = There are none yet.
backups-version = Used by version { $version }
backups-earlier = Used by an earlier version
backups-made = { $time }, { $size }
backups-restore = Restore
backups-ask = Restore the backup of { $time }?
backups-ask-what = Innkeeper stops every server, puts the backup in place of its database, and starts again. Conversations, servers and settings are then as they were. What you had allowed counts only once you confirm it.
backups-ask-kept = The present database is kept beside it. The audit log goes on and says that the backup was restored.
backups-restore-now = Restore and restart
data-delete-now = Delete everything

## FoundModels
model-in-use = in use
use-model = Use this model
found-empty = { $program } answers but has no model yet.
found-none = No model answers on this machine: searched for Ollama, LM Studio and llama.cpp.
looking = Looking
look-again = Look again

## KeychainNotice
trying = Trying
keychain-locked = The keychain is locked.
keychain-locked-hint = Keys, values and sign-ins are stored there. Try again, and unlock it when your system asks.
keychain-none = This machine has no keychain.
keychain-none-hint = Innkeeper keeps keys, values and sign‑ins in memory until you quit. To keep them, start or install a keychain, such as GNOME Keyring or KWallet, then try again.
keychain-none-why = What the system said
keychain-silent = The keychain does not answer.
keychain-silent-hint = Keys, values and sign-ins are stored there. Nothing is stored elsewhere. { $reason }

## Limits
compact-setting = Long conversations
compact-setting-switch = Summarize older messages automatically
compact-setting-hint = When the next request would take more than 80 % of the model's window, the model writes a summary of the older messages first. The messages are kept.
limits-lead = Every wait and every size has a limit. The first four apply from a server's next start; a server's page can set its own.

## ModelNotes
notes-saved = Saved.
notes-price-unit = $ per million tokens
notes-price-wrong = A number from 0 to { $most }, or empty.
notes-title = Your notes on it
notes-hint = A server that requests your model may say what matters to it. Innkeeper uses your notes to choose among your models; the prices show you what a request costs. None of this is sent anywhere.
notes-price-input = Input price
notes-price-output = Output price
notes-save = Save these notes

## ProviderForm
provider-no-name = Enter a name.
provider-bad-address = An address starts with https://, or http:// on this machine.
provider-change = Change { $name }
provider-name = Name
provider-name-hint = shown in your list
provider-wire = API
provider-openai = OpenAI chat completions
provider-anthropic = Anthropic Messages
provider-responses = OpenAI Responses
provider-address = Address
provider-base = the base URL
provider-model-hint = empty: choose from the endpoint's list in the next step
provider-list-models = List the endpoint's models
provider-listed = It lists { $count ->
        [one] { $count } model
       *[other] { $count } models
     }: offered as you type, and in every chat.
provider-key-hint = Enter the key in the consent window. A changed address requires it again.
provider-answer = Answer in the consent window.
provider-answer-hint = You can use the model once you confirmed it there.
provider-change-confirm = Change and confirm
provider-add-confirm = Add and confirm

## Providers
provider-key-kept = key stored
provider-key-unneeded = no key needed
provider-no-key = no key
providers = Models
provider-no-ask = Tool results go to it without approval
provider-ask-again = Ask before tool results go there
change = Change
provider-remove = Remove { $name } and its key
providers-none = None yet. Without a model there is nothing to chat with.

## Settings
settings = Settings
settings-found = Found on this machine
tour = Tour
tour-hint = A practice model, a sample server, and both of your answers in the audit log.
tour-again = Start the tour again
tour-start = Start the tour

## ModelHelp
model-help-open = Open { $address } in the browser
model-help = To get one, install Ollama from { $address } and run { $command }
copy-command = Copy the command
