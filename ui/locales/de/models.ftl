### Modelle im Fenster: wie sie antworten, was über sie bekannt ist, Warten auf einen ausgelasteten Endpunkt.

tuning = Wie das Modell antwortet
tuning-changed = Wie das Modell antwortet: geändert
tuning-hint = Für { $model } in dieser Unterhaltung. Ein leeres Feld überlässt es dem Modell.
tuning-own = Wie das Modell es vorsieht
tuning-effort = Denkaufwand
tuning-temperature = Temperatur
tuning-answer = Längste Antwort
tuning-answer-unit = Tokens, höchstens { $most }
tuning-save = Anwenden
tuning-reset = Felder leeren
effort-none = Keiner
effort-minimal = Minimal
effort-low = Niedrig
effort-medium = Mittel
effort-high = Hoch
effort-xhigh = Sehr hoch
effort-max = Maximal

model-window = { $tokens } Kontext
model-images = Bilder
model-files = Dateien
model-audio = Ton
model-reasons = Denken
model-price = { $input } ein / { $output } aus
model-used = Zuletzt verwendet: { $day }
model-favour = Zu Favoriten hinzufügen
model-unfavour = Aus Favoriten entfernen
chat-models-favourite = Favoriten
chat-models-recent = Zuletzt verwendet

retry-rate = Der Endpunkt begrenzt, wie viele Anfragen er annimmt.
retry-busy = Der Endpunkt ist überlastet.
retry-loading = Der Endpunkt lädt das Modell.
retry-closed = Der Endpunkt hat die Verbindung beendet.
retry-attempt = Versuch { $attempt } von { $most } folgt.
retry-again = Versuch { $attempt } folgt.
retry-in = in { $time }
retry-now = jetzt …
retry-stop = Nicht länger warten

notes-model = Modell
notes-prices-hint = Ein Kontextfenster und Preise, die Sie hier eingeben, gelten vor denen des Endpunkts und der mitgelieferten Tabelle. Innkeeper schätzt damit die Kosten; nichts davon wird gesendet.
notes-price-cached = Preis für Eingabe aus dem Cache
notes-window = Kontextfenster
notes-window-unit = Tokens
notes-window-wrong = Eine Zahl von 1.000 bis 100.000.000 oder leer.
notes-price-listed = Ohne eigene Preise gelten die Listenpreise vom { $date }.
notes-price-here = Es läuft auf diesem Rechner. Ohne eigene Preise kostet es nichts.
notes-price-none = Hier ist kein Preis bekannt. Ohne Preis werden keine Kosten angezeigt.
