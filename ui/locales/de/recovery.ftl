## Recovery
recovery-deleted-what = { $files ->
        [one] { $files } Datei
       *[other] { $files } Dateien
     }, { $size }; { $secrets ->
        [one] { $secrets } Eintrag im Schlüsselbund
       *[other] { $secrets } Einträge im Schlüsselbund
     }
recovery-backup-update = { $time }, vor einer Aktualisierung, { $size }
recovery-backup-at = { $time }, { $size }
recovery-backup-version = verwendet von Version { $version }
recovery-backups = Sicherungen von vor Aktualisierungen
recovery-backups-hint = Eine Sicherung ersetzt die Datenbank. Die jetzige Datei bleibt in ihrem Ordner, und das Protokoll läuft weiter.
recovery-restore = Wiederherstellen
recovery-not-copied = Keine Sicherung vor dieser Aktualisierung
recovery-not-copied-hint = Version { $version } kopiert Ihre Daten vor ihrem ersten Start, damit Sie zurückkönnen. Das ist nicht gelungen. Schaffen Sie Platz und versuchen Sie es erneut, oder starten Sie ohne Sicherung. Innkeeper hat nichts geändert und keinen Server gestartet.
recovery-skip-backup = Ohne Sicherung starten
recovery-show-folder = Ordner zeigen
recovery-show-file = Datei zeigen
recovery-keeps-newer = Die neuere Datei bleibt in ihrem Ordner, unter einem Namen mit dem Datum.
recovery-keeps-damaged = Die beschädigte Datei bleibt in ihrem Ordner, unter einem Namen mit dem Datum.

## words
recovery-other-program = Ein anderes Programm
recovery-process = { $program } (Prozess { $pid })
recovery-holds-since = { $program } verwendet sie seit { $time }.
recovery-holds = { $program } verwendet sie.
recovery-waiting-hint = Ihre Daten werden verwendet. { $holder } Innkeeper wartet bis zu zehn Sekunden, bis sie frei sind.
recovery-in-use-hint = { $holder } Beenden Sie es und versuchen Sie es erneut. Innkeeper hat nichts geändert und keinen Server gestartet.
recovery-damaged-log = Das Protokoll ist beschädigt.
recovery-damaged-database = Die Datenbank ist beschädigt.
recovery-stopped = Innkeeper hat jeden Server gestoppt und lässt die Datei unverändert.
recovery-untouched = Innkeeper hat nichts geändert und keinen Server gestartet.
recovery-newer-hint = Diese Version ({ $version }) kann sie nicht öffnen. Installieren Sie die neuere Version oder öffnen Sie die Sicherung von vor der Aktualisierung. Innkeeper hat nichts geändert und keinen Server gestartet.
recovery-not-writable-hint = Innkeeper verzeichnet jede Entscheidung, bevor es handelt, und startet deshalb nicht ohne Schreibrecht. Geben Sie sich dort das Schreibrecht und versuchen Sie es erneut. Innkeeper hat nichts geändert und keinen Server gestartet.
recovery-full-hint = Innkeeper verzeichnet jede Entscheidung, bevor es handelt, und startet deshalb nicht ohne Platz. Schaffen Sie Platz und versuchen Sie es erneut. Innkeeper hat nichts geändert und keinen Server gestartet.
recovery-other = Ihre Daten ließen sich nicht öffnen

## Browse
recovery-browse-title = Unterhaltungen, nur lesen
recovery-browse-none = Keine Unterhaltung lässt sich lesen.
recovery-messages = Nachrichten
recovery-you = Sie
recovery-model = Modell
recovery-no-text = Kein Text.
recovery-nothing = Nichts zu zeigen.
recovery-reading = Wird gelesen …

## Recovery
recovery-deleted = Gelöscht
recovery-from = Aus
recovery-left = Noch vorhanden
quit = Beenden
recovery-afresh = Neu beginnen
recovery-folder = Ordner
recovery-file = Datei
recovery-found = Befund
recovery-backup = Letzte Sicherung
recovery-no-backup = keine, die sich öffnen lässt
saving = Wird gespeichert
recovery-save = Lesbares speichern
recovery-browse = Unterhaltungen lesen

## words
recovery-waiting = Einen Moment
recovery-in-use = Ihre Daten werden verwendet
recovery-damaged = Ihre Daten ließen sich nicht öffnen
recovery-newer = Ihre Daten stammen von einem neueren Innkeeper
recovery-not-writable = Ihre Daten lassen sich nicht schreiben
recovery-full = Der Datenträger ist voll
recovery-deleted-title = Ihre Daten sind gelöscht
recovery-deleted-hint = Innkeeper hat jeden Server gestoppt und seine Dateien geschlossen.
recovery-open-backup = Sicherung öffnen
recovery-aside-log = Beiseitelegen, neues Protokoll beginnen
recovery-aside = Beiseitelegen, leer beginnen
