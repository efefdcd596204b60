## SamplingAsked
consent-message-part = Nachricht { $message } von { $messages }, Teil { $part } von { $parts }
consent-message = Nachricht { $message } von { $messages }
consent-part-messages = Nachrichten
consent-part-tools = Werkzeuge

## SamplingBlock
consent-block-undo = Rückgängig
tokens = { $count ->
        [one] { $count } Token
       *[other] { $count } Tokens
     }

## SamplingReply
consent-part-of = Teil { $part } von { $parts }
consent-reply-gets-text = diesen Text
consent-not-reported = nicht angegeben

## SamplingSide
consent-mark-cost = Kosten { $mark } von 5
consent-mark-speed = Tempo { $mark } von 5
consent-mark-intelligence = Intelligenz { $mark } von 5
consent-marks = Ihre Angaben dazu: { $marks }.
consent-model-here = { $model } (dieser Rechner)
consent-model-at = { $model } bei { $origin }

## sampling
consent-edits = { $edits ->
        [one] { $edits } Änderung
       *[other] { $edits } Änderungen
     }
consent-edits-less = { $edits ->
        [one] { $edits } Änderung
       *[other] { $edits } Änderungen
     }, { $tokens ->
        [one] { $tokens } Token
       *[other] { $tokens } Tokens
     } weniger
consent-edits-more = { $edits ->
        [one] { $edits } Änderung
       *[other] { $edits } Änderungen
     }, { $tokens ->
        [one] { $tokens } Token
       *[other] { $tokens } Tokens
     } mehr

## SamplingApproval
consent-reply-title = { $server } diese Antwort geben?
consent-sampling-title = { $server } bittet Ihr Modell um einen Text
consent-sampling-steps = Zwei Schritte
consent-sampling-prompt = Der Prompt
consent-sampling-answer = Die Antwort
consent-show-answer = Antwort zeigen
consent-show-prompt = Prompt zeigen
consent-show-texts = Texte zeigen
consent-sampling-changed = Sie haben die Anfrage geändert.
consent-sampling-not-told = Der Server erfährt das nicht.

## SamplingAsked
consent-system-text = Systemtext
consent-by-server = vom Server geschrieben
consent-part-system = der Systemtext
consent-as-user = Als Benutzer
consent-as-model = Als Modell
consent-part-message = eine Nachricht
consent-part-tool = ein Werkzeug
consent-tool = Werkzeug
consent-tool-by-server = der Server führt es aus
consent-left-out = weggelassen
consent-tool-left-out = Das Modell erfährt nicht davon.

## SamplingBlock
consent-you-edit = Sie bearbeiten
consent-edited = von Ihnen bearbeitet
consent-block-restore = Wieder aufnehmen
consent-block-leave-out = Weglassen
consent-image-hide = Ausblenden
consent-image-look = Ansehen
consent-image-of = : das Bild von { $which }
consent-image-alt = Bild des Servers, { $width } mal { $height }

## SamplingLeft
consent-sampling-off-hint = Lehnt diese Anfrage ab und lässt den Server kein Modell verwenden, bis Sie Sampling wieder einschalten
consent-sampling-off = Sampling ausschalten

## SamplingReply
consent-reply-calls = Die Antwort ruft Werkzeuge auf.
consent-reply-calls-hint = Es sind Werkzeuge von { $server }. Der Server führt sie selbst aus und fragt das Modell mit den Ergebnissen erneut.
consent-reply-raw = unverändert
consent-part-answer = die Antwort
consent-reply-original = Original wiederherstellen
consent-you-changed-part = Was Sie geändert haben: { $part }
consent-you-changed = Was Sie geändert haben
consent-next = Was als Nächstes geschieht
consent-reply-gets = Der Server erhält { $text }, den Namen des Modells und den Grund des Endes. Sonst nichts.
consent-reply-withheld = Wenn Sie die Antwort nicht senden, erfährt der Server, dass Sie abgelehnt haben. Das Modell wurde schon verwendet.
consent-used = Verbrauch
consent-used-in = Eingabe
consent-used-out = Ausgabe
consent-cost = Kosten
consent-no-price = kein Preis festgelegt
consent-took = Dauer
consent-stopped = Ende
consent-stop-raw = Grund laut Endpunkt: { $reason }

## SamplingSide
consent-part-the-model = Das Modell
consent-estimate = Schätzung
consent-at-most = Höchstens
consent-answer-limit = Antwortlimit
consent-wished = Der Server hat { $count } angefordert.
consent-budget = Sein Budget
consent-budget-minute = Anfragen in dieser Minute
consent-budget-day = Tokens heute
consent-reply-reviewed = Sie sehen die Antwort vor dem Server.
consent-reply-unseen = Der Server erhält die Antwort ohne Ihre Prüfung: Das haben Sie für diesen Server erlaubt. Eine Antwort, die Werkzeuge aufruft, prüfen Sie weiterhin.
consent-context = Kontext
consent-context-add = Frühere eigene Ergebnisse dieses Servers hinzufügen ({ $count ->
        [one] { $count } Token
       *[other] { $count } Tokens
     }). Angefordert: { $asked }.
consent-context-none = In dieser Unterhaltung gibt es keine.
consent-context-others = Innkeeper fügt niemals etwas von anderen Servern hinzu.
consent-else = Was er noch anfordert

## sampling
consent-stop-done = Das Modell hat seine Antwort beendet.
consent-stop-limit = Das Antwortlimit wurde erreicht: Das Ende fehlt.
consent-stop-sequence = Die Antwort hat einen Text erreicht, den der Server als Ende vorgegeben hat.
consent-stop-tools = Das Modell möchte, dass der Server Werkzeuge ausführt.
of-limit = { $used } von { $limit }
