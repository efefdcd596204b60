## Branches
chat-versions-message = Versionen dieser Nachricht
chat-versions-answer = Versionen dieser Antwort
chat-version-previous-message = Vorige Version dieser Nachricht
chat-version-previous-answer = Vorige Version dieser Antwort
chat-version-next-message = Nächste Version dieser Nachricht
chat-version-next-answer = Nächste Version dieser Antwort

## Call
call-origin = kam von { $server }
call-origin-data = kam von { $server }, das Modell liest es als Daten
call-rounds = Anfragen vor dem Ergebnis
call-round = Runde { $number }
call-arguments-edited = von Ihnen vor dem Senden geändert

## Chat
chat-steps = { $count ->
        [one] { $count } Schritt
       *[other] { $count } Schritte
     } in diesem Zug.

## CodeBlock
chat-code-lines = { $count ->
        [one] { $count } Zeile
       *[other] { $count } Zeilen
     }

## Composer
chat-stopped = { $count ->
        [one] { $servers } ist gestoppt: Das Modell kann seine Werkzeuge nicht verwenden.
       *[other] { $servers } sind gestoppt: Das Modell kann ihre Werkzeuge nicht verwenden.
     }

## Foldable
show-first = Die ersten { $size } zeigen
show-all-of = Alle { $size } zeigen

## JsonTree
json-fields = { $count ->
        [one] { $count } Feld
       *[other] { $count } Felder
     }
json-items = { $count ->
        [one] { $count } Element
       *[other] { $count } Elemente
     }

## MarkdownInline
chat-image-name = Bild

## MarkdownTable
chat-table = Tabelle, { $count ->
        [one] { $count } Zeile
       *[other] { $count } Zeilen
     }

## ModelPicker
chat-search-count = { $count } Modelle durchsuchen

## ResultBlock
result-resource-uri = Ressource { $uri }

## ServerPicker
chat-server-tools = { $count ->
        [one] { $count } Werkzeug
       *[other] { $count } Werkzeuge
     } · { $weight }

## Branches
position-of = { $at } von { $all }

## Call
call-searched = Werkzeuge durchsucht
call-edited = bearbeitet
call-stop = Diesen Aufruf stoppen
fold = Einklappen
call-unfold = Argumente und Ergebnis zeigen
call-answer = { $why } Antworten Sie im Freigabefenster.
show-approval = Freigabe zeigen
call-arguments = Argumente
call-result = Ergebnis
call-more-blocks = { $count } weitere von { $all ->
        [one] { $all } Block
       *[other] { $all } Blöcken
     } zeigen
call-server = Seite des Servers öffnen
call-misfit = Entspricht nicht dem angegebenen Schema: { $why }

## CallAudio
chat-audio = Ton vom Server, { $size }
chat-audio-type = Diese Art von Ton wird nicht abgespielt.

## CallImage
chat-image = Vom Server, { $width } × { $height }
chat-image-type = Diese Art von Bild wird nicht gezeigt.

## Chat
chat-new = Neuer Chat
try-again = Erneut versuchen
chat-paused = Das Modell macht nur weiter, wenn Sie zustimmen.
continue = Fortfahren
stop-here = Hier stoppen
chat-outflow = Werkzeugergebnisse würden an { $host } gehen.
chat-outflow-hint = { $model } würde dort lesen, was { $servers } in dieser Unterhaltung geliefert haben. Bisher wurde nichts gesendet.

## ChatEmpty
chat-practice = Das Übungsmodell
chat-practice-hint = Keine KI: Es folgt einem Skript. Es verlangt Werkzeuge des Beispielservers, und Sie antworten.
chat-empty = Was möchten Sie sich ansehen?
chat-empty-hint = Schreiben Sie unten. Bevor das Modell ein Werkzeug verwendet, bittet Innkeeper um Ihre Freigabe.
no-servers = Noch keine Server
no-servers-hint = Ein Server gibt dem Modell Werkzeuge. Er startet erst, nachdem Sie seinen Befehl geprüft haben.
add-server = Server hinzufügen
import-servers = Aus einem anderen Programm importieren

## CodeBlock
chat-code = Code, { $label }
chat-code-nowrap = Lange Zeilen nicht umbrechen
chat-code-wrap = Lange Zeilen umbrechen
chat-code-save = Code speichern …
chat-code-copy = Code kopieren
chat-formula = Formel
chat-diagram = Diagramm
chat-diagram-image = Diagramm, aus seinem Quelltext gezeichnet
chat-diagram-show = Diagramm zeigen
chat-diagram-source = Quelltext zeigen
chat-diagram-whole = In voller Größe zeigen
chat-diagram-long = Zu lang für ein Diagramm
chat-diagram-slow = Das Zeichnen dauerte zu lange
chat-diagram-unreadable = Kein Diagramm, das gezeichnet werden kann

## Composer
text-kept = Ihr Text bleibt erhalten.
chat-queue-full = Höchstens { $most } Nachrichten können warten. Dieser Text bleibt hier.
start = Starten
chat-queued = { $count ->
        [one] { $count } Nachricht
       *[other] { $count } Nachrichten
     } in der Warteschlange.
chat-message = Nachricht
chat-no-model = Fügen Sie ein Modell hinzu, um zu schreiben
chat-write-next = Nächste Nachricht schreiben
chat-write = Nachricht schreiben
chat-stop-key = Diesen Zug stoppen (Esc)
chat-stop = Diesen Zug stoppen
chat-queue-key = Nachricht einreihen (Eingabe)
chat-send-key = Senden (Eingabe)
chat-queue = Nachricht einreihen
chat-send = Senden

## EditMessage
chat-edit-label = Diese Nachricht ändern
chat-edit-hint = Die ursprüngliche Nachricht bleibt, mit ihrer Antwort
cancel = Abbrechen

## Find
chat-find = In dieser Unterhaltung suchen
chat-find-previous-key = Vorige (⇧ Eingabe)
chat-find-previous = Vorige
chat-find-next-key = Nächste (Eingabe)
chat-find-next = Nächste

## FirstModel
add-model = Modell hinzufügen
add-model-hint = Innkeeper braucht ein Modell: eines auf diesem Rechner oder eines unter einer Adresse mit Schlüssel.
add-model-address = Modell über seine Adresse hinzufügen

## Foldable
copy-shown = Diesen Teil kopieren
longer-not-shown = Länger; der Rest wird nicht gezeigt

## JsonTree
json-more = { $count } weitere von { $all } zeigen

## MarkdownBlock
task-done = Erledigt
task-open = Offen

## MarkdownInline
chat-image-not-loaded = { $name }, nicht geladen ({ $address })

## MarkdownTable
chat-table-more = { $count } weitere zeigen
chat-table-shown = { $count } von { $all ->
        [one] { $all } Zeile
       *[other] { $all } Zeilen
     } gezeigt

## Message
chat-edit-again = Ändern und erneut senden
chat-calls = Werkzeugaufrufe
chat-waiting = Warten auf das Modell
chat-partial = Das bisher Empfangene bleibt erhalten.
change-key = Schlüssel ändern
enter-key = Schlüssel eingeben
chat-copy-answer = Antwort kopieren
chat-answer-again = Erneut antworten
chat-stopped-mark = Gestoppt ·
chat-unknown-model = Unbekanntes Modell
chat-tokens = { $input } Tokens ein, { $output } aus

## ModelPicker
chat-models-here = Auf diesem Rechner
chat-models-elsewhere = Anderswo
chat-search-models = Modelle durchsuchen
chat-model = Modell
chat-for-conversation = Für diese Unterhaltung
chat-for-chat = Für diesen Chat
chat-models-keys = Modelle und Schlüssel
chat-model-key = Modell (Strg M)
chat-choose-model = Modell wählen

## QueuedMessages
queued-sending = Wird gesendet
queued-queued = Wartet
queued-editing = Wartet auf Ihre Änderung
queued-stopped = Nicht gesendet: Der Zug wurde gestoppt
queued-failed = Nicht gesendet: Die Antwort ist fehlgeschlagen
queued-error = Nicht gesendet: { $why }
queued-list = Wartende Nachrichten
queued-edit = Diese wartende Nachricht bearbeiten
queued-keys = Eingabe speichert, Esc verwirft die Änderung
queued-discard = Änderung verwerfen
save = Speichern
queued-send-after = Nach diesem Zug senden
queued-send-now = Jetzt senden
queued-remove = Diese wartende Nachricht entfernen

## Reasoning
chat-thinking = Denkt nach
chat-reasoning = Überlegung

## ResultBlock
result-resource = Ressource
result-link = Link zu einer Ressource
result-link-closed = Link zu einer Ressource, nicht geöffnet
result-size = { $size }, laut Server
copy-uri = URI kopieren
result-data = { $what }, { $size }. Nicht gezeigt: { $why }.
result-unknown = Inhalt unbekannter Art, unverändert

## ServerPicker
switched-off = ausgeschaltet
chat-servers = Server dieser Unterhaltung
chat-tools-searched = Das Modell durchsucht diese { $tools } Werkzeuge: Eine Anfrage enthält höchstens { $most } Definitionen.
chat-tools-sum = { $count ->
        [one] { $count } Werkzeug
       *[other] { $count } Werkzeuge
     }, { $weight } in jeder Anfrage
chat-isolated = Kein Server sieht die anderen
chat-servers-key = Server dieser Unterhaltung (Strg ⇧ S)
chat-servers-colon = Server dieser Unterhaltung:
chat-servers-on = an

## Structured
structured = Strukturierter Inhalt
structured-form = Form des Inhalts
as-table = Tabelle
as-tree = Baum
as-text = Text
copy-json = JSON kopieren
copy-csv = Als CSV kopieren

## Thread
chat-thread = Nachrichten
chat-conversation = Unterhaltung
chat-new-below = Neuer Text unten

## Title
chat-title = Titel
chat-rename-key = Umbenennen (F2)
chat-rename = Umbenennen
chat-delete = Diese Unterhaltung löschen

## call
call-waiting = Wartet auf Sie
call-background = Im Hintergrund
call-to-background = Im Hintergrund fortsetzen
call-long = Dieser Aufruf dauert lange. Die Unterhaltung kann ohne sein Ergebnis weitergehen; es kommt hinzu, sobald es da ist.
call-stopping = Wird gestoppt
call-running = Läuft
call-tool-error = Das Werkzeug meldet einen Fehler
call-denied = Abgelehnt
call-failed = Fehlgeschlagen
call-cancelled = Gestoppt
call-unknown = Lief möglicherweise
call-done-rule = Fertig, durch Regel
call-done-cli = Fertig, per Befehlszeile
call-done = Fertig
call-unknown-hint = Der Aufruf wurde gesendet und kann ganz oder teilweise gelaufen sein. Innkeeper sendet ihn nicht erneut. Prüfen Sie, was er geändert hat, bevor Sie ihn erneut verlangen.

## Summary of earlier messages
compact-fold = { $count ->
    [one] { $count } Nachricht zusammengefasst
   *[other] { $count } Nachrichten zusammengefasst
}
compact-by = von { $model }, { $when }
compact-by-edited = von { $model }, { $when }, von Ihnen bearbeitet
compact-automatic = weil das Kontextfenster des Modells fast voll war
compact-lead = Das Modell erhält diese Zusammenfassung statt der Nachrichten darüber. Die Nachrichten bleiben erhalten.
compact-label = zählt als Daten von { $servers }
compact-size = etwa { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}
compact-show-messages = Nachrichten anzeigen
compact-hide-messages = Nachrichten ausblenden
compact-edit = Zusammenfassung bearbeiten
compact-edit-label = Zusammenfassung
compact-edit-hint = Strg+Eingabe speichert, Esc verwirft
compact-save = Zusammenfassung speichern
compact-undo = Zusammenfassung aufheben
compact-undo-hint = Spätere Anfragen senden die Nachrichten wieder.
compact-undone = Die Nachrichten werden wieder gesendet.
compact-edited = Die Zusammenfassung wurde gespeichert.
compact-done = { $count ->
    [one] { $count } Nachricht wurde zusammengefasst.
   *[other] { $count } Nachrichten wurden zusammengefasst.
}
compact-here = Bis hierher zusammenfassen
compact-start = Ältere Nachrichten zusammenfassen
compact-start-hint = Spätere Anfragen senden stattdessen eine Zusammenfassung. Die Nachrichten bleiben erhalten, und Sie können es rückgängig machen.
compact-running = { $count ->
    [one] { $model } fasst { $count } Nachricht zusammen.
   *[other] { $model } fasst { $count } Nachrichten zusammen.
}
compact-running-automatic = Das Kontextfenster des Modells ist fast voll.
compact-written = { $count ->
    [0] Noch nichts empfangen.
    [one] { $count } Zeichen empfangen.
   *[other] { $count } Zeichen empfangen.
}
compact-stop = Zusammenfassen stoppen
compact-failed = Die älteren Nachrichten wurden nicht zusammengefasst.
compact-failed-automatic = Die älteren Nachrichten konnten nicht zusammengefasst werden. Was nicht passt, wird weggelassen.

## Starters
starters-prompts = Prompts Ihrer Server
starters-folders = Aus einem Ordner anhängen
starters-conversations = Fortsetzen
starters-folder-servers = { $path }, freigegeben für { $servers }
