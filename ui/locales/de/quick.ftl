# Quick ask: its window, and its shortcut in the settings.

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
quick-setting-switch = Schnellfrage mit einem globalen Tastenkürzel öffnen
quick-setting-hint = Ein globales Tastenkürzel öffnet ein kleines Fenster über jedem Programm. Was Sie senden, geht im Chatfenster weiter.
quick-setting-keys = Tastenkürzel
quick-setting-record = Drücken Sie das neue Tastenkürzel, oder Esc zum Abbrechen
quick-setting-change = Tastenkürzel ändern
quick-setting-desktop = Ihr Desktop hat das Tastenkürzel gewählt: { $keys }
quick-setting-desktop-silent = Ihr Desktop hat das Tastenkürzel gewählt. Seine Tastatureinstellungen zeigen es.
quick-setting-asks = Ihr Desktop bittet Sie um Erlaubnis.
