### Updates of Innkeeper itself.

updates = Aktualisierungen
updates-none-here = Dieser Build hat keine Aktualisierungen: Er wurde ohne Aktualisierungsserver erstellt.
updates-hint = Aktualisierungen kommen von { $host } und sind vom Herausgeber dieses Programms signiert. Der Server erfährt Ihre IP-Adresse und Ihre Version, sonst nichts.
updates-every = Nach Aktualisierungen suchen
updates-every-hint = Innkeeper lädt und installiert nie von selbst eine Aktualisierung.
updates-never = Nur auf meine Anfrage
updates-day = Einmal am Tag
updates-week = Einmal in der Woche
updates-channel = Versionen
updates-channel-hint = Eine Beta kann Fehler haben. Der Weg zurück braucht die Sicherung von davor.
updates-stable = Stabil
updates-beta = Stabil und Beta
updates-check = Jetzt suchen
updates-checking = Sucht …
updates-last = Letzte Suche { $time }: { $result }
updates-last-never = Noch nicht gesucht.
updates-failed = Die Aktualisierung ist fehlgeschlagen. Nichts wurde installiert.
updates-offer = Version { $version } ist verfügbar
updates-notes = { $host } sagt dazu:
updates-notes-cut = Der Rest ist zu lang, um hier zu stehen.
updates-download = Herunterladen
updates-downloading = Herunterladen der Aktualisierung
updates-progress = { $done } von { $total }
updates-cancel = Herunterladen abbrechen
updates-install = Installieren und neu starten
updates-installing = Wird installiert …
updates-install-hint = Die Datei ist geprüft. Innkeeper stoppt jeden Server, installiert sie und startet neu. Vor ihrem ersten Start sichert die neue Version Ihre Daten.
updates-calls = Installieren, obwohl { $count ->
        [one] { $count } Werkzeugaufruf läuft. Er wird gestoppt.
       *[other] { $count } Werkzeugaufrufe laufen. Sie werden gestoppt.
    }
updates-ask = Nach Aktualisierungen suchen?
updates-ask-hint = Innkeeper würde { $host } einmal in der Woche fragen, ob es eine neue Version gibt. Es installiert nichts von selbst. In den Einstellungen können Sie das ändern.
updates-ask-yes = Einmal in der Woche suchen
updates-ask-no = Nicht suchen
updates-show = Ansehen
