### What the model sees: the parts of a request.

## Shared with the terminal
context-system = System
context-tools = Werkzeuge
context-attachments = Anhänge
context-history = Unterhaltung
context-kind-system = Systemtext
context-kind-tool = Definition eines Werkzeugs
context-kind-project = Anweisungen des Projekts
context-kind-instructions = Anweisungen des Servers
context-kind-summary = Zusammenfassung früherer Nachrichten
context-kind-message = Ihre Nachricht
context-kind-attachment = Angehängte Daten
context-kind-answer = Antwort
context-kind-state = Zustand des Anbieters
context-kind-call = Aufruf eines Werkzeugs
context-kind-result = Ergebnis eines Werkzeugs
context-kind-image = Bild
context-kind-note = Hinweis von Innkeeper

## Window
context-title = Was das Modell sieht
context-open-known = Was das Modell sieht: etwa { $used } von { $window } Tokens, { $percent } % des Kontextfensters
context-open-unknown = Was das Modell sieht: etwa { $used } Tokens; die Größe des Kontextfensters ist nicht bekannt
context-open = Was das Modell sieht
context-request = Anfrage
context-next = Nächste Anfrage
context-sent = Anfrage { $number }, { $when }
context-sent-summary = Anfrage { $number }, { $when }, für eine Zusammenfassung
context-sent-title = Anfrage { $number }, { $when }, für einen Titel
context-free = Frei
context-room = Für die Antwort freigehalten
context-used-of = Etwa { $used } von { $window } Tokens.
context-used = Etwa { $used } Tokens. Der Endpunkt sagt nicht, wie groß das Kontextfenster des Modells ist.
context-counted = Der Endpunkt hat { $input } gelesene und { $output } geschriebene Tokens gezählt.
context-cached = Davon hat er { $cached } aus seinem Cache gelesen.
context-estimated = Die Größen der Teile sind geschätzt.
context-bar = Tokens je Gruppe
context-group-size = { $group }: { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}
context-first = Es gibt keine frühere Anfrage zum Vergleichen.
context-same = Dieselbe wie die vorige Anfrage.
context-adds = Wiederholt die vorige Anfrage und ergänzt etwa { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}.
context-differs = Wiederholt die vorige Anfrage bis Teil { $part }. Etwa { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
} danach werden neu gelesen.
context-differs-here = Erster Unterschied zur vorigen Anfrage
context-parts = { $count ->
        [one] { $count } Teil
       *[other] { $count } Teile
     } · etwa { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}
context-more = { $count ->
        [one] { $count } weiterer Teil ist nicht aufgeführt.
       *[other] { $count } weitere Teile sind nicht aufgeführt.
     }
context-show-more = { $count } weitere zeigen
context-tokens = etwa { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}
context-part-cached = aus dem Cache
context-part-repeated = unverändert
context-part-deferred = zurückgestellt
context-part-deferred-title = Der Endpunkt hält diese Definition zurück. Das Modell liest sie nur dort, wo eine Suche sie gefunden hat.
context-part-shortened = gekürzt
context-label = Daten von { $servers }
context-written-from = Geschrieben nach dem Lesen von Daten von { $servers }
context-open-part = Öffnen
context-close-part = Schließen
context-open-part-named = Teil { $part } öffnen: { $title }
context-part-gone = Der Inhalt ist nicht mehr so gespeichert, wie er gesendet wurde.
context-tool-schema = Schema
context-call-arguments = Argumente
context-server-page = { $server } öffnen
context-server-off = { $server } hier ausschalten
context-tool-off = Das Werkzeug ausschalten
context-instructions-off = Anweisungen nicht mehr senden
context-omitted = { $count ->
        [one] { $count } Teil weggelassen oder gekürzt
       *[other] { $count } Teile weggelassen oder gekürzt
     }
context-omitted-more = { $count ->
        [one] und { $count } weiterer
       *[other] und { $count } weitere
     }
context-left-out = weggelassen
context-kept = { $kept } von { $bytes } gesendet
context-reason-result-limit = länger als ein Text eines Ergebnisses sein darf
context-reason-tool-limit = mehr Werkzeuge als der Endpunkt annimmt
context-reason-budget = die Anfrage würde nicht in das Kontextfenster des Modells passen
context-empty = In dieser Unterhaltung wurde noch nichts gesendet.
context-loading = Die Anfrage wird gelesen …

## Beside the conversation

context-panel-key = Was das Modell sieht (Strg I)
context-panel-whole = Alle Teile und frühere Anfragen zeigen
context-panel-of = von { $window } Tokens
context-panel-tokens = { $count ->
    [one] Token
   *[other] Tokens
}
context-panel-hint = Was mit der nächsten Nachricht gesendet wird, in dieser Reihenfolge. Größen sind geschätzt. Kein Server sieht diese Liste.
context-panel-said = Sie und das Modell, { $count ->
    [one] { $count } Nachricht
   *[other] { $count } Nachrichten
}
context-panel-results = { $server }, { $count ->
    [one] { $count } Ergebnis
   *[other] { $count } Ergebnisse
}
context-panel-own-results = Ergebnisse von Innkeepers Werkzeugen
context-panel-own-tools = Innkeepers Werkzeuge
context-panel-tools = { $count ->
    [one] { $count } Werkzeug
   *[other] { $count } Werkzeuge
}
context-panel-data = Daten
context-panel-data-hint = Dem Modell wird gesagt, dass dies Daten eines Servers sind, keine Anweisung.
context-panel-more = { $count ->
    [one] { $count } weitere
   *[other] { $count } weitere
}
context-panel-no-model = Verbinden Sie ein Modell, um zu sehen, was ihm gesendet wird.
context-panel-spent = Verbrauch
context-panel-last = Letzte Antwort
