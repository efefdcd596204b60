### Texte des Hosts über Server, die das Modell des Benutzers verwenden. Nur Rust verwendet sie.

## Why a request or an answer cannot be sent; the server gets the same reason in English
host-sampling-no-messages = es gibt keine Nachricht
host-sampling-media = es sind mehr als { $most } Bilder und Audioaufnahmen
host-sampling-tool-twice = zwei Werkzeuge haben denselben Namen
host-sampling-no-tool = ein Werkzeug muss verwendet werden, aber es gibt keines
host-sampling-reply-empty = die Antwort ist leer
host-sampling-text-long = ein Text hat mehr als { $most } Byte
host-sampling-message-empty = eine Nachricht ist leer
host-sampling-assistant-media = eine Nachricht des Assistenten enthält ein Bild oder Audio
host-sampling-user-calls = nur der Assistent darf Werkzeuge aufrufen
host-sampling-assistant-results = eine Nachricht des Assistenten enthält ein Werkzeugergebnis
host-sampling-image = ein Bild ist nicht verwendbar: { $reason }
host-sampling-audio = eine Audioaufnahme ist nicht verwendbar: { $reason }
host-sampling-results-mixed = eine Nachricht mit Werkzeugergebnissen enthält noch etwas anderes
host-sampling-results-unmatched = Werkzeugaufrufe und Werkzeugergebnisse passen nicht zusammen
host-sampling-result-missing = ein Werkzeugaufruf hat kein Ergebnis
host-sampling-length = die Antwortgrenze muss zwischen 1 und { $most } Tokens liegen
host-sampling-other-edit = die Bearbeitung gehört zu einer anderen Anfrage
host-sampling-other-tool = die Bearbeitung nennt ein Werkzeug, das der Server nicht angeboten hat
host-sampling-messages-left = es bleibt keine Nachricht übrig
host-sampling-no-context = es gibt keinen Kontext zum Hinzufügen
host-sampling-only-text = nur Text lässt sich bearbeiten
host-sampling-text-empty = ein Text ist leer; lassen Sie ihn stattdessen weg
host-sampling-cannot-send = Das kann nicht gesendet werden: { $reason }.

## Why a request is refused; the server gets the same reason in English
host-sampling-over-minute = das Limit für Anfragen pro Minute ist erreicht; später erneut versuchen
host-sampling-over-day = die Anfrage braucht möglicherweise mehr als { $left ->
        [one] das { $left } Token, das vom heutigen Budget übrig ist
       *[other] die { $left } Tokens, die vom heutigen Budget übrig sind
    }
host-sampling-not-counted = die Anfrage konnte nicht gezählt werden
host-sampling-models-unread = die Modelle konnten nicht gelesen werden
host-sampling-no-model = es ist kein Modell eingerichtet

## Log of the server
host-sampling-refused = Seine Anfrage an Ihr Modell wurde abgelehnt: { $reason }
host-sampling-unanswered = Ihr Modell hat seine Anfrage nicht beantwortet: { $error }
host-sampling-not-again = Ihr Modell hat seine Anfrage nicht noch einmal erhalten: { $reason }

## Edits
host-sampling-model-gone = Dieses Modell gibt es nicht mehr.
host-sampling-over-budget = Das braucht möglicherweise { $tokens } Tokens, und vom heutigen Budget des Servers { $left ->
        [one] ist { $left } übrig
       *[other] sind { $left } übrig
    }.
host-sampling-over-budget-hint = Kürzen Sie die Anfrage, senken Sie das Antwortlimit, oder erhöhen Sie das Budget auf der Seite des Servers.
host-sampling-again-over = Das würde das Budget des Servers überschreiten. Die Antwort steht weiterhin aus.
host-sampling-again-hint = Warten Sie eine Minute, oder erhöhen Sie das Budget auf der Seite des Servers.

## The model
host-sampling-endpoint-changed = Der Endpunkt wurde geändert, nachdem Sie die Anfrage freigegeben hatten.
host-sampling-provider-refused = Der Modellanbieter hat die Antwort verweigert.
host-sampling-arguments = Das Modell hat Argumente geschrieben, die nicht gesendet werden können: { $error }.
host-sampling-hinted = Gewählt wegen des Hinweises „{ $hint }“ des Servers.
host-sampling-preferred = Gewählt für { $priorities }.
host-sampling-in-use = Das verwendete Modell.
host-wish-speed = Tempo { $value }
host-wish-cost = Kosten { $value }
host-wish-intelligence = Intelligenz { $value }

## Cost
host-cost-here = Es läuft auf diesem Rechner.
host-cost-no-price = Für dieses Modell ist kein Preis eingetragen.
host-dollars = { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 4) } $
host-dollars-none = 0 $
host-dollars-under = unter { NUMBER($amount, maximumFractionDigits: 4) } $

## Limits and notes
host-sampling-budget-range = Ein Budget ist { $minute-least } bis { $minute-most } Anfragen pro Minute und { $day-least } bis { $day-most } Tokens pro Tag.
host-sampling-note-range = Eine Angabe ist 1 bis { $best }, oder 0, wenn sie nicht bekannt ist.
host-sampling-price-range = Ein Preis ist 0 bis { $most } Dollar für eine Million Token.
