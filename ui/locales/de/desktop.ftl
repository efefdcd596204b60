# The tray, notifications and dialogs of the system. Only the desktop shell uses them.

desktop-tray-show = Anzeigen
desktop-tray-approvals = { $count ->
        [0] Keine offenen Freigaben
       *[other] Offene Freigaben ({ $count })
     }
desktop-tray-stop = Alles stoppen
desktop-tray-quit = Beenden
desktop-tray-tooltip = { $count ->
        [0] Innkeeper
        [one] Innkeeper: Eine Freigabe ist offen
       *[other] Innkeeper: { $count } Freigaben sind offen
     }
desktop-notification-title = Innkeeper braucht Ihre Freigabe
desktop-notification-show = Freigabe anzeigen
desktop-notification-more = { $title } { $count ->
        [one] Und eine weitere.
       *[other] Und { $count } weitere.
     }
desktop-consent-title = Innkeeper fragt Sie
desktop-quick-title = Schnellfrage
desktop-quick-keys = Das ist kein globales Tastenkürzel. Halten Sie Strg, Alt oder die Systemtaste zusammen mit einer anderen Taste, zum Beispiel Strg+Alt+Leertaste.
desktop-quick-taken = Ein anderes Programm verwendet dieses Tastenkürzel. Wählen Sie ein anderes.
desktop-quick-no-portal = Dieser Desktop bietet keine globalen Tastenkürzel an. Öffnen Sie die Schnellfrage über das Symbol in der Leiste oder die Befehlspalette.
desktop-quick-refused = Der Desktop hat das Tastenkürzel nicht erlaubt.

## Start
desktop-usage = Aufruf: innkeeper [--data-dir ORDNER]
desktop-no-home = Es wurde kein Benutzerordner gefunden. Verwenden Sie --data-dir ORDNER.
desktop-data-open = Die Daten sind bereits geöffnet.
desktop-no-web-view = Microsoft Edge WebView2 fehlt. Innkeeper zeichnet damit seine Fenster. Wählen Sie OK, um { $address } zu öffnen, installieren Sie es und starten Sie Innkeeper dann neu.

## Dialogs
desktop-choose-root = Einen Ordner für diesen Server wählen
desktop-choose-folder = Einen Ordner wählen
desktop-choose-export = Einen Ordner für den Export wählen
desktop-open-import = Eine Datei mit Servern öffnen
desktop-open-conversations = Exportierte Datei wählen
desktop-save-conversation = Unterhaltung speichern
desktop-save-text = Text speichern
desktop-save-audit = Das Protokoll speichern
desktop-choosing = Ein Dialog zur Wahl eines Ordners ist bereits offen.
desktop-choosing-hint = Schließen Sie ihn zuerst. Er kann hinter diesem Fenster liegen.
desktop-not-folder = Das ist kein Ordner auf diesem Rechner.
desktop-not-file = Das ist keine Datei auf diesem Rechner.
desktop-folder-not-unicode = Der Name dieses Ordners ist kein gültiges Unicode und kann daher keinem Server gesendet werden.

## Commands
desktop-gone = Das gibt es nicht mehr.
desktop-browser-failed = Der Browser konnte nicht geöffnet werden: { $error }.
desktop-no-gesture = Dafür ist ein Klick oder eine Taste im Chatfenster nötig, und Innkeeper hat nichts davon gesehen.
desktop-no-gesture-hint = Drücken Sie die Schaltfläche noch einmal.
desktop-file-manager = Die Dateiverwaltung konnte nicht geöffnet werden: { $error }.
desktop-no-approval = Keine Freigabe ist offen.
desktop-not-present = Das Freigabefenster hatte den Fokus nicht lange genug.
desktop-not-present-hint = Klicken Sie in das Fenster und antworten Sie dann.
desktop-own-file = Innkeeper konnte die eigene Programmdatei nicht finden: { $error }.
desktop-own-file-hint = Starten Sie Innkeeper von seinem Installationsort.

## attachments
desktop-choose-attachments = Dateien anhängen
desktop-paste-large = Das Eingefügte hat mehr als { $limit } MiB.

## Bundles
desktop-choose-bundle = Bundle öffnen
desktop-choose-option = Datei auswählen
desktop-bundle-none = Es ist kein Bundle geöffnet. Wählen Sie zuerst eines.
