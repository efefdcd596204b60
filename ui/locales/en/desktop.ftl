# The tray, notifications and dialogs of the system. Only the desktop shell uses them.

desktop-tray-show = Show
desktop-tray-approvals = { $count ->
        [0] No pending approvals
       *[other] Pending approvals ({ $count })
     }
desktop-tray-stop = Stop everything
desktop-tray-quit = Quit
desktop-tray-tooltip = { $count ->
        [0] Innkeeper
        [one] Innkeeper: one approval is pending
       *[other] Innkeeper: { $count } approvals are pending
     }
desktop-notification-title = Innkeeper needs your approval
desktop-notification-show = Show the approval
desktop-notification-more = { $title } { $count ->
        [one] And one more.
       *[other] And { $count } more.
     }
desktop-consent-title = Innkeeper asks you
desktop-quick-title = Quick ask
desktop-quick-keys = This is not a global shortcut. Hold Ctrl, Alt or the system key with one other key, such as Ctrl+Alt+Space.
desktop-quick-taken = Another program uses this shortcut. Choose another one.
desktop-quick-no-portal = This desktop offers no global shortcuts. Open Quick ask from the tray or the command palette.
desktop-quick-refused = The desktop did not allow the shortcut.

## Start
desktop-usage = Usage: innkeeper [--data-dir DIR]
desktop-no-home = No home folder was found. Use --data-dir DIR.
desktop-data-open = The data is already open.
desktop-no-web-view = Microsoft Edge WebView2 is missing. Innkeeper draws its windows with it. Choose OK to open { $address }, install it, then start Innkeeper again.

## Dialogs
desktop-choose-root = Choose a folder for this server
desktop-choose-folder = Choose a folder
desktop-choose-export = Choose a folder for the export
desktop-open-import = Open a file with servers
desktop-open-conversations = Choose an exported file
desktop-save-conversation = Save the conversation
desktop-save-text = Save the text
desktop-save-audit = Save the audit log
desktop-choosing = A dialog for choosing a folder is already open.
desktop-choosing-hint = Close it first. It may be behind this window.
desktop-not-folder = This is not a folder on this machine.
desktop-not-file = This is not a file on this machine.
desktop-folder-not-unicode = The name of this folder is not valid Unicode, so it cannot be sent to a server.

## Commands
desktop-gone = This no longer exists.
desktop-browser-failed = The browser could not be opened: { $error }.
desktop-no-gesture = This needs a click or a key in the chat window, and Innkeeper saw none.
desktop-no-gesture-hint = Press the button again.
desktop-file-manager = The file manager could not be opened: { $error }.
desktop-no-approval = No approval is pending.
desktop-not-present = The consent window did not have the focus for long enough.
desktop-not-present-hint = Click the window, then answer.
desktop-own-file = Innkeeper could not find its own program file: { $error }.
desktop-own-file-hint = Start Innkeeper from the place where it is installed.

## attachments
desktop-choose-attachments = Attach files
desktop-paste-large = What was pasted has more than { $limit } MiB.

## Bundles
desktop-choose-bundle = Open a bundle
desktop-choose-option = Choose a file
desktop-bundle-none = No bundle is open. Choose one first.
