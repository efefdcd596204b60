### `context show`. Only the terminal program uses these messages.

terminal-context-no-id = { $id } ist keine Kennung einer Unterhaltung.
terminal-context-no-request = Eine Anfrage { $number } gibt es nicht: Von dieser Unterhaltung sind { $count } Anfragen aufgezeichnet.
terminal-context-window = { $model }: etwa { $tokens } von { $window } Tokens
terminal-context-size = { $model }: etwa { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}
terminal-context-counted = vom Endpunkt gezählt: { $input } gelesen, { $output } geschrieben
terminal-context-cached = aus dem Cache des Endpunkts gelesen: { $cached }
terminal-context-adds = wiederholt die Anfrage davor und ergänzt etwa { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}
terminal-context-differs = erster Unterschied zur Anfrage davor: Teil { $part }, ab dort etwa { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}
terminal-context-group = { $group }: { $parts ->
    [one] { $parts } Teil
   *[other] { $parts } Teile
}, etwa { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}
terminal-context-tokens = { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}
terminal-context-left-out = weggelassen: { $what } { $title }, { $why }
terminal-context-shortened = gekürzt: { $what } { $title }, { $kept } von { $bytes } Bytes gesendet, { $why }
terminal-context-omitted-more = { $count } weitere weggelassen oder gekürzt
terminal-context-result-limit = länger als ein Text eines Ergebnisses sein darf
terminal-context-tool-limit = mehr Werkzeuge als der Endpunkt annimmt
terminal-context-budget = die Anfrage würde nicht in das Kontextfenster des Modells passen
terminal-context-no-message = { $id } ist keine Kennung einer Nachricht.
terminal-context-no-summary = Auf dem aktuellen Zweig dieser Unterhaltung gilt keine Zusammenfassung.
terminal-context-stopped = gestoppt: Es wurde keine Zusammenfassung erstellt
terminal-context-undone = { $count ->
    [one] { $count } Nachricht wird wieder gesendet.
   *[other] { $count } Nachrichten werden wieder gesendet.
}
terminal-context-summarized = { $count ->
    [one] { $count } Nachricht, zusammengefasst von { $model }, etwa { $tokens } Tokens:
   *[other] { $count } Nachrichten, zusammengefasst von { $model }, etwa { $tokens } Tokens:
}
terminal-context-summarized-edited = { $count ->
    [one] { $count } Nachricht, zusammengefasst von { $model } und von Ihnen bearbeitet, etwa { $tokens } Tokens:
   *[other] { $count } Nachrichten, zusammengefasst von { $model } und von Ihnen bearbeitet, etwa { $tokens } Tokens:
}
