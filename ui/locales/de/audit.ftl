## rows
audit-decided-all = Alle
audit-decided-person = Von Ihnen erlaubt
audit-decided-rule = Durch Regel
audit-decided-denied = Abgelehnt
audit-since-all = Gesamter Zeitraum
today = Heute
audit-since-week = Letzte 7 Tage
audit-since-month = Letzte 30 Tage
audit-sought-text = „{ $text }“ in Aktionen, Servern, Entscheidungen und Argumenten
audit-sought-rows = Zeilen
audit-sought-among = { $what } (nur { $filters })
audit-sought = { $what } ({ $filters })
audit-outcome-row = Ergebnis
audit-place-dropped = fehlt

## Audit
audit-like = { $count ->
        [one] { $count } gleiche
       *[other] { $count } gleiche
     }
audit-like-since = Die erste war um { $time }
audit-intact = Unversehrt: { $count ->
        [one] { $count } Zeile
       *[other] { $count } Zeilen
     }, geprüft { $time }
audit-decision = Entscheidung
audit-broken-time = Ihr Zeitstempel ist { $time }. { $rest }
audit-saved-rows = { $count ->
        [one] { $count } Zeile
       *[other] { $count } Zeilen
     } als JSON Lines, { $size }.

## AuditDetail
characters = { $count ->
        [one] { $count } Zeichen
       *[other] { $count } Zeichen
     }

## rows
audit-sought-person = von Ihnen erlaubt
audit-sought-rule = durch eine Regel entschieden
audit-sought-denied = abgelehnt
audit-sought-server = Server { $server }
audit-sought-today = heute
audit-sought-week = letzte 7 Tage
audit-sought-month = letzte 30 Tage
yesterday = Gestern
audit-launch = Start des Servers
audit-edited = von Ihnen bearbeitet
audit-wrong-edited = Zeile { $row } wurde nach dem Schreiben geändert
audit-wrong-dropped = Zeile { $row } fehlt
audit-wrong-swapped = Zeile { $row } steht am Platz einer anderen
audit-wrong-inserted = Zeile { $row } wurde nicht von Innkeeper geschrieben
audit-wrong-cut = Das Protokoll wurde bei Zeile { $row } abgeschnitten
audit-wrong-rewritten = Das Protokoll wurde bis Zeile { $row } neu geschrieben
audit-rest-rewritten = Das ist nicht das Protokoll, dessen Ende im Schlüsselbund steht: Keiner Zeile ist zu trauen. Nichts wurde repariert oder entfernt.
audit-rest-cut = Der Schlüsselbund kennt spätere Zeilen, die fehlen. Die vorhandenen Zeilen sind unversehrt. Nichts wurde repariert oder entfernt.
audit-rest = Zeilen davor sind unversehrt; Zeilen danach ist nicht zu trauen. Nichts wurde repariert oder entfernt.
audit-place-cut = ab hier abgeschnitten
audit-place-other = nicht wie geschrieben

## Audit
audit-not-sent = nicht gesendet
audit-log = Protokoll
audit-broken-at = Beschädigt bei Zeile { $row }
audit-verifying = Wird geprüft
audit-reload = Neu laden
audit-verify = Jetzt prüfen
audit-export = Exportieren
audit-search = Protokoll durchsuchen
search = Suchen
server = Server
audit-all-servers = Alle Server
audit-time = Zeit
nothing-changed = Nichts wurde geändert.
audit-go = Zur Zeile
audit-save-copy = Kopie speichern
audit-no-head = Der Schlüsselbund enthält den letzten Stand dieses Protokolls nicht. Fehlende Zeilen am Ende würden deshalb nicht auffallen.
audit-saved-holes = Gespeichert; { $count ->
        [one] { $count } beschädigte Stelle
       *[other] { $count } beschädigte Stellen
     } nicht lesbar.
audit-newest = Neueste Zeilen zeigen
audit-action = Aktion
audit-tier = Risiko
audit-outcome = Ergebnis
audit-row-place = Zeile { $row }: { $place }
audit-empty = Noch nichts verzeichnet
audit-empty-hint = Jede Freigabe, jede Antwort und jeder Aufruf erhält hier eine Zeile.
nothing-found = Nichts gefunden
audit-looked-for = Gesucht: { $what }.
audit-show-all = Alle Zeilen zeigen
audit-searching = Ältere Zeilen werden durchsucht.
audit-reading = Das Protokoll wird gelesen.
audit-older = Ältere Zeilen zeigen
audit-search-older = Ältere Zeilen durchsuchen

## AuditDetail
audit-row = Zeile { $row }
audit-row-small = Zeile { $row }
audit-close-key = Schließen (Esc)
audit-outcome-of = { $verdict }, Zeile { $row }
audit-by-rule = Durch eine Regel entschieden
audit-allowed-by-rule = Durch eine Regel erlaubt
audit-reasons = Gründe
audit-arguments = Argumente
audit-truncated = Länger; der Rest wird nicht gezeigt.
audit-arguments-removed = Die Argumente wurden mit ihrer Unterhaltung entfernt.
audit-raw = Vollständiger Eintrag
audit-change = Was sich geändert hat
audit-change-cut = Eine Zeile ist lang. Sie beginnt kurz vor der Stelle, an der sie abweicht, und ihr Ende ist nicht gespeichert.
audit-change-more = { $more ->
    [one] { $more } weitere Zeile unterscheidet sich. Das Protokoll enthält davon nur die Prüfsummen beider Texte.
   *[other] { $more } weitere Zeilen unterscheiden sich. Das Protokoll enthält davon nur die Prüfsummen beider Texte.
 }
audit-change-digests = Das Protokoll enthält von dieser Änderung nur die Prüfsummen.
audit-chain = Hash-Kette
audit-this-row = Diese Zeile
audit-row-before = Vorige Zeile
audit-open = Unterhaltung öffnen
audit-copy = Zeile kopieren
audit-too-large = Zu groß zum Kopieren: Exportieren Sie das Protokoll.
audit-reading-row = Die Zeile wird gelesen.
