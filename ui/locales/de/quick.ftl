# Quick ask: its window, and its keys in the settings.

quick-title = Schnellfrage
quick-label = Ihre Nachricht
quick-placeholder = Fragen Sie etwas …
quick-to = Geht an { $model } bei { $place }
quick-none = Es ist noch kein Modell eingerichtet.
quick-set-up = Ein Modell einrichten
quick-send = Senden
quick-sending = Wird gesendet …
quick-keys-help = Eingabe sendet, Umschalt+Eingabe beginnt eine neue Zeile, Esc blendet das Fenster aus und behält den Text.
quick-setting = Schnellfrage
quick-setting-switch = Schnellfrage mit Tasten aus jedem Programm öffnen
quick-setting-hint = Ein kleines Fenster über allem, was auf dem Bildschirm ist. Was Sie senden, geht im Chatfenster weiter.
quick-setting-keys = Tasten
quick-setting-record = Drücken Sie die neuen Tasten, oder Esc zum Abbrechen
quick-setting-change = Tasten ändern
quick-setting-desktop = Ihr Desktop bestimmt die Tasten: { $keys }
quick-setting-desktop-silent = Ihr Desktop bestimmt die Tasten. Seine Tastatureinstellungen zeigen sie.
quick-setting-asks = Ihr Desktop fragt Sie nach den Tasten.
