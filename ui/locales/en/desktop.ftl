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
