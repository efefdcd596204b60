# The tray, notifications and dialogs of the system. Only the desktop shell uses them.

desktop-tray-show = Anzeigen
desktop-tray-approvals = { $count ->
        [0] Keine offenen Freigaben
       *[other] Offene Freigaben ({ $count })
     }
desktop-tray-stop = Alles anhalten
desktop-tray-quit = Beenden
desktop-tray-tooltip = { $count ->
        [0] Innkeeper
        [one] Innkeeper: Eine Freigabe ist offen
       *[other] Innkeeper: { $count } Freigaben sind offen
     }
desktop-notification-title = Innkeeper braucht Ihre Freigabe
desktop-notification-show = Freigabe anzeigen
