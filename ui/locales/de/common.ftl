## Zahlen, Tage und Listen
on-day = am { $day }
seconds-left = { $count ->
        [one] Noch { $count } Sekunde für die Antwort
       *[other] Noch { $count } Sekunden für die Antwort
    }
more-servers = { $count ->
        [one] { $count } weiterer Server
       *[other] { $count } weitere Server
    }

## Quoted
quoted = „{ $text }“

## BoundRow
bound-span = { $min } bis { $max }
bound-span-unit = { $min } bis { $max } { $unit }

## CopyButton
copy-message = Nachricht kopieren
copy-text = Text kopieren
copied = Kopiert
not-copied = Nicht kopiert

## ExportSummary
export-conversations = { $count ->
        [one] { $count } Unterhaltung
       *[other] { $count } Unterhaltungen
     }
export-messages = { $count ->
        [one] { $count } Nachricht
       *[other] { $count } Nachrichten
     }
export-servers = { $count ->
        [one] { $count } Server
       *[other] { $count } Server
     }
export-rules = { $count ->
        [one] { $count } Regel
       *[other] { $count } Regeln
     }
export-audit-rows = { $count ->
        [one] { $count } Zeile des Protokolls
       *[other] { $count } Zeilen des Protokolls
     }

## LongText
folded = { $count ->
        [one] { $count } Zeichen
       *[other] { $count } Zeichen
     } eingeklappt
folded-hidden = , darin { $count ->
        [one] { $count } verborgenes Zeichen
       *[other] { $count } verborgene Zeichen
     }
folded-marked = , darin { $count ->
        [one] { $count } markierte Stelle
       *[other] { $count } markierte Stellen
     }

## Segments
marked-from = Von { $servers }

## Keys
key-ctrl = Strg
key-delete = Entf
key-end = Ende
key-enter = Eingabe
key-home = Pos1
key-page-down = Bild↓
key-page-up = Bild↑
key-space = Leertaste

## BoundRow
bound-whole-number = Geben Sie eine ganze Zahl ein.
bound-reset = Zurück auf { $fallback }
bound-reset-for = für { $name }
bound-bad = { $bad } Nichts wurde geändert. Möglich: { $span }.
bound-hint = { $hint } { $span }, Voreinstellung { $fallback }.

## Complete
complete-count = { $count ->
        [one] { $count } Vorschlag
       *[other] { $count } Vorschläge
     }, mit Pfeil nach unten wählen
complete-none = Keine Vorschläge
complete-list = Vorschläge des Servers
complete-title = Vorschläge des Servers
complete-more = und weitere: Tippen Sie weiter

## ExportSummary
export-partial = Das Lesbare wurde gespeichert.
saved = Gespeichert.
export-summary = { $what }: { $size }. Geheimnisse sind nicht enthalten.

## FailureNotice
close = Schließen

## LazyPart
part-page = Seite nicht geladen
part-not-loaded = Innkeeper konnte diesen Teil seines Fensters nicht laden.
part-not-loaded-hint = Versuchen Sie es erneut. Schlägt es wieder fehl, starten Sie Innkeeper neu.

## LongText
show-all = Alles zeigen

## Patience
not-answered-yet = Noch keine Antwort.
stop-waiting = Nicht länger warten

## Switch
on = An
off = Aus
tab-errors = { $count ->
    [one] Fehler
   *[other] Fehler
}

## Of several windows
rule-effect-allow = Erlauben
rule-effect-ask = Jedes Mal fragen
rule-effect-deny = Nie
rule-where = unter der Bedingung:
rule-and = und
rule-every-tool = jedes Werkzeug
consent-sign-in-for = Für
consent-sign-in-known = Bekannt als
consent-field-required = erforderlich
consent-no-arguments = Das Werkzeug braucht keine Argumente.
consent-definition = Definition
hours = { $count ->
        [one] { $count } Stunde
       *[other] { $count } Stunden
     }
consent-edit-form-label = Schreibweise der Argumente
consent-edit-form = Formular
consent-edit-apart = Das Formular kann das nicht zeigen: { $why }
minutes = { $count ->
        [one] { $count } Minute
       *[other] { $count } Minuten
     }
consent-deny = Ablehnen
back = Zurück
conversations = Unterhaltungen
recovery-progress = { $done } von { $count ->
        [one] { $count } Unterhaltung
       *[other] { $count } Unterhaltungen
     } gespeichert.
difference-now = Jetzt:
difference-before = Vorher:
