### Anhänge im Terminal.

terminal-attached = „{ $name }“ angehängt: { $all }, etwa { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}.
terminal-attached-part = „{ $name }“ angehängt: { $first } bis { $last } von { $all }, etwa { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}.
terminal-attach-lines = { $count ->
    [one] { $count } Zeile
   *[other] { $count } Zeilen
}
terminal-attach-rows = { $count ->
    [one] { $count } Tabellenzeile
   *[other] { $count } Tabellenzeilen
}
terminal-attach-pages = { $count ->
    [one] { $count } Seite
   *[other] { $count } Seiten
}
terminal-attach-slides = { $count ->
    [one] { $count } Folie
   *[other] { $count } Folien
}
terminal-attach-files = { $count ->
    [one] ganz
   *[other] { $count } Dateien
}
terminal-attach-too-large = „{ $name }“ ist zu groß, um ganz angehängt zu werden: { $all }, etwa { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}. Ein Anhang hat für dieses Modell höchstens { $most }.
terminal-hint-attach-part = Hängen Sie einen Teil an: --attach-part "{ $name }" 1-{ $fits }
terminal-attach-range = „{ $range }“ ist kein Bereich.
terminal-hint-attach-range = Schreiben Sie die erste und die letzte Zahl, wie in 1-20.
terminal-attach-no-form = „{ $name }“ kann in dieser Form nicht angehängt werden.
terminal-hint-attach-form = Lassen Sie --attach-as weg für die übliche Form.
terminal-attach-resource = „{ $named }“ nennt keine Ressource.
terminal-hint-attach-resource = Schreiben Sie SERVER/URI. Siehe `innkeeper-cli resources list SERVER`.
terminal-attach-no-id = Der Anhang hat keine Kennung.

## Prompts
terminal-prompt-inserted = Prompt „{ $name }“ von { $server } eingefügt, etwa { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}:
terminal-prompt-unnamed = „{ $named }“ nennt keinen Prompt.
terminal-hint-prompt-servers = Schreiben Sie SERVER/NAME. Ihre Server: { $servers }. Siehe `innkeeper-cli prompts list SERVER`.
terminal-hint-prompt-no-server = Schreiben Sie SERVER/NAME. Es gibt noch keine Server: siehe `innkeeper-cli servers add`.
