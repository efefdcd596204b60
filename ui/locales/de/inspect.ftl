## log
log-source-server = Server
log-source-stderr = Fehlerausgabe

## Prompts
prompts-filter-count = { $count ->
        [one] { $count } Prompt
       *[other] { $count } Prompts
     } filtern

## ResourceDetail
resource-stated = { $what }, laut Server
resource-unstated = Weder Typ noch Größe

## Traffic
traffic-kept = { $kept } von { $most } behalten
traffic-kept-dropped = { $kept } von { $most } behalten, { $dropped } verworfen

## TrafficDetail
traffic-message = Nachricht { $title }

## Log
log-info = Info und höher
log-warnings = Warnungen
log-all = Alle
log-time = Zeit
log-level = Stufe
log-from = Von
log-message = Nachricht
log-filter = Log filtern
filter = Filtern
log-levels = Welche Stufen
log-undeclared = Der Server gibt kein Logging an.
log-asked = Angefordert
log-asked-level = Vom Server angeforderte Stufe
log-not-asked = nicht angefordert
log-no-level = nimmt keine Stufe an
copy-rows = Diese Zeilen kopieren
copy-messages = Alle Nachrichten kopieren
log-kept = Frühere Zeilen bleiben.
log-reload = Neu laden
log-dropped = Verworfen: { $what }
log = Log
log-none = Keine von { $count } Zeilen entspricht dem Filter.
log-empty = Bisher nichts
log-empty-hint = Was der Server meldet und in seine Fehlerausgabe schreibt, erscheint hier.
log-row = Zeile des Logs
log-part = Logger
log-words = Worte des Servers.

## PromptDetail
prompt-user = Benutzer
prompt-assistant = Assistent
prompt-assistant-hint = kein Modell hat das gesagt: Der Server hat es geschrieben
prompt-other = Andere Rolle
prompt-other-hint = wie vom Server gesendet
prompt-no-arguments = Er braucht keine Argumente.
prompt-hint = Die Vorschau fordert die Nachrichten beim Server an. Kein Modell liest sie.
prompt-preview = Vorschau
prompt-waiting = Warten auf seine Nachrichten.
prompt-message = { $role }, Nachricht { $number }
prompt-none = Er hat keine Nachrichten.
prompt-more = { $count } weitere von { $all ->
        [one] { $all } Nachricht
       *[other] { $all } Nachrichten
     } zeigen

## Prompts
list-kept = Die frühere Liste bleibt.
list-again = Erneut auflisten
prompts-listing = Seine Prompts werden aufgelistet.
prompts-filter = Prompts filtern
none-described = Kein Name und keine Beschreibung enthält „{ $text }“.

## Contents
contents-reload = Erneut lesen
contents-changed = Die Ressource hat sich seit dem Lesen geändert.
contents-reading = Wird gelesen.
contents-empty = Die Ressource ist leer.
contents-more = { $count } weitere von { $all ->
        [one] { $all } Teil
       *[other] { $all } Teilen
     } zeigen
contents-hint = Worte des Servers. Nichts darin wurde von anderswo geladen.

## ResourceDetail
resource-tell = Benachrichtigen, wenn sich { $name } ändert
resource-tell-short = Bei Änderung benachrichtigen

## Resources
resource-address = Adresse
resource-type = Typ
resource-size = Größe
resource-changed = geändert
resources-filter = Ressourcen filtern
resources-which = Was aufgelistet ist
templates = Vorlagen
resources-listing = Seine Ressourcen werden aufgelistet.
resources-none = Keine Adresse und kein Name enthält „{ $text }“.
resources-templates = Er listet keine auf. Seine Vorlagen führen zu Ressourcen.

## Templates
templates-none-match = Keine Vorlage enthält „{ $text }“.
templates-none = Er hat keine Vorlagen.
template-bad = Diese Vorlage lässt sich nicht verwenden.
nothing-read = Nichts wurde gelesen.
template-read = Ressource lesen

## Traffic
traffic-sent = Gesendet
traffic-received = Empfangen
traffic-direction = Richtung
traffic-id = ID
traffic-filter = Datenverkehr filtern
traffic-filter-hint = Methode, ID, Text
traffic-pings = Pings ausblenden
traffic-resume-new = Fortsetzen, { $count } neu
traffic-resume = Fortsetzen
traffic-pause = Anhalten
traffic-none = Keine von { $count } Nachrichten entspricht dem Filter.
traffic-empty = Noch keine Nachrichten
traffic-empty-hint = Innkeeper behält Nachrichten, solange dieser Reiter offen ist. Jede erscheint hier.

## TrafficDetail
traffic-at = { $name } um { $time }
copy-as-json = Als JSON kopieren
traffic-answers = Antwortet auf
traffic-answered = Beantwortet
traffic-wrong = Fehler
traffic-exchange = { $count } Nachrichten in { $rounds } { $rounds ->
        [one] Runde
       *[other] Runden
     }
traffic-rounds = Der ganze Austausch
traffic-round = { $round ->
        [0] Anfrage
       *[other] Runde { $round }
     }, { $direction ->
        [sent] gesendet
       *[other] empfangen
     } um { $time }
traffic-redacted = Geschwärzt

## traffic
traffic-not-message = keine Nachricht
traffic-unknown-answer = Antwort auf eine unbekannte Anfrage

## Counts
prompt-arguments = { $count ->
        [one] { $count } Argument
       *[other] { $count } Argumente
    }
traffic-secrets = { $count ->
        [one] { $count } Geheimnis
       *[other] { $count } Geheimnisse
    }
