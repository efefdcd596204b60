### Meldungen nur des Terminalprogramms. Die Fenster laden keine Datei terminal*.ftl.
### Spalten sind durch Leerzeichen innerhalb einer Meldung ausgerichtet; die Einrückung davor fügt das Programm hinzu.

## Start and end
terminal-no-start = Das Programm konnte nicht starten: { $error }
terminal-no-home = Es wurde kein Benutzerordner gefunden.
terminal-no-subcommand = Es ist kein Befehl angegeben.
terminal-hint-help = Siehe `innkeeper-cli --help`.
terminal-hint-data-dir = Geben Sie --data-dir DIR an.
terminal-not-opened = Die Daten konnten nicht geöffnet werden: { $error }
terminal-hint-held = Es wurde nichts geändert. Schließen Sie das andere Programm, oder geben Sie --data-dir DIR an.
terminal-hint-damaged = Es wurde nichts geändert. `export DIR` sichert, was sich lesen lässt; das Fenster bietet die letzte Sicherung an.
terminal-open-address = Öffnen Sie diese Adresse in Ihrem Browser:
terminal-stopped = Gestoppt.
terminal-everything-stopped = Alles wurde gestoppt.
terminal-everything-stopped-window = Alles wurde gestoppt. Die Server bleiben gestoppt und die Regeln erlauben nichts, bis Sie im Innkeeper-Fenster „Wieder starten“ wählen.
terminal-not-running = Innkeeper läuft nicht mit diesen Daten: Es gibt nichts zu stoppen.
terminal-another-program = Ein anderes Programm
terminal-holds = { $program } belegt diese Daten und antwortet nicht.
terminal-holds-process = { $program } (Prozess { $pid }) belegt diese Daten und antwortet nicht.
terminal-hint-end-process = Es wurde nicht gestoppt. Beenden Sie diesen Prozess: Seine Server enden mit ihm.

## Results and values
terminal-done = Erledigt.
terminal-result-not-written = Das Ergebnis konnte nicht ausgegeben werden: { $error }
terminal-output-lost = Die Ausgabe konnte nicht vollständig geschrieben werden.
terminal-not-name-value = `{ $text }` hat nicht die Form NAME=VALUE.
terminal-hint-name-value = Zum Beispiel: --set city=Oslo
terminal-nothing-started = Es wurde nichts gestartet.
terminal-bytes = { $count ->
        [one] { $count } Byte
       *[other] { $count } Bytes
    }
terminal-milliseconds = { NUMBER($count, minimumFractionDigits: 1, maximumFractionDigits: 1) } ms
terminal-cut = (gekürzt)
terminal-off = (aus)
terminal-and-more = (und weitere)

## Typing
terminal-too-quick = Das war schneller, als sich die Anfrage lesen lässt. Antworten Sie noch einmal.

## Data
terminal-no-data = Hier sind keine Daten.
terminal-export-partial = Nicht alles konnte gelesen werden.
terminal-hint-export-partial = Was sich lesen ließ, liegt im Ordner.
terminal-no-backups = Es gibt keine Sicherungen von vor Aktualisierungen.
terminal-backup-restored = Die Sicherung { $name } ist geöffnet. Die Datenbank davor bleibt daneben.
terminal-backup-skipped = Diese Version hat die Daten ohne Sicherung geöffnet.
terminal-hint-no-backup = Nichts wurde geändert. Schaffen Sie Platz, oder starten Sie mit `innkeeper-cli data skip-backup` ohne Sicherung.
terminal-data-database = Server, Unterhaltungen, Berechtigungen
terminal-data-audit = Protokoll der Entscheidungen
terminal-data-backup = Sicherungen
terminal-data-set-aside = unter Quarantäne
terminal-data-lock = Sperre
terminal-size-bytes = { $size } B
terminal-size-kilobytes = { NUMBER($size, minimumFractionDigits: 1, maximumFractionDigits: 1) } KB
terminal-size-megabytes = { NUMBER($size, minimumFractionDigits: 1, maximumFractionDigits: 1) } MB
terminal-size-gigabytes = { NUMBER($size, minimumFractionDigits: 1, maximumFractionDigits: 1) } GB

## Audit log
terminal-audit-verified = { $rows ->
        [one] { $rows } Zeile.
       *[other] { $rows } Zeilen.
    } { $verdict }
terminal-hint-audit-damaged = Es wurde nichts repariert oder entfernt. `audit export --out FILE` sichert das Protokoll, wie es ist.
terminal-audit-saved = { $file }: { $rows ->
        [one] { $rows } Zeile
       *[other] { $rows } Zeilen
    }
terminal-audit-holes = { $count ->
        [one] { $count } beschädigte Stelle des Protokolls konnte
       *[other] { $count } beschädigte Stellen des Protokolls konnten
    } nicht gelesen werden.
terminal-hint-audit-holes = Was sich lesen ließ, wurde geschrieben.

## Installation
terminal-installing = { $server } wird mit { $runner } heruntergeladen und gestartet, seit { $seconds } s, höchstens { $minutes } min. Strg-C bricht ab.
terminal-installing-line = { $server } wird mit { $runner } heruntergeladen und gestartet, seit { $seconds } s, höchstens { $minutes } min. Strg-C bricht ab. Ausgabe: „{ $line }“

terminal-usage-tokens = { $input } Tokens gelesen, { $output } geschrieben
terminal-usage-cost = Kosten: { $cost }
