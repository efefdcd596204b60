### Geprüfte Änderungen an Ordnern im Terminal. Das Fenster lässt sie weg.

terminal-staged-none = Keine Änderung steht aus.
terminal-staged-folder = { $count ->
    [0] { $path }: Keine Änderung steht aus.
    [one] { $path }: Eine Änderung steht aus. Der Ordner bleibt unverändert, bis Sie sie übernehmen.
   *[other] { $path }: { $count } Änderungen stehen aus. Der Ordner bleibt unverändert, bis Sie sie übernehmen.
}
terminal-staged-more = { $more ->
    [one] Eine weitere Änderung ist hier nicht aufgeführt.
   *[other] { $more } weitere Änderungen sind hier nicht aufgeführt.
}
terminal-staged-more-lines = { $more ->
    [one] Eine weitere Zeile ist anders.
   *[other] { $more } weitere Zeilen sind anders.
}
terminal-staged-added = neu, { $size }
terminal-staged-changed = geändert, { $old } zu { $new }
terminal-staged-mode = Zugriffsrechte { $old } zu { $new }
terminal-staged-deleted = gelöscht, { $size }
terminal-staged-deleted-folder = { $files ->
    [one] Ordner gelöscht, eine Datei, { $size }
   *[other] Ordner gelöscht, { $files } Dateien, { $size }
}
terminal-staged-deleted-link = Link gelöscht
terminal-staged-new-folder = neuer Ordner
terminal-staged-link = Link auf { $target }
terminal-staged-link-outside = Link auf { $target }, außerhalb des Ordners
terminal-staged-program = andere Programme können es ausführen
terminal-staged-runs = andere Programme führen es aus; mit seinem Pfad übernehmen
terminal-staged-applied = { $done ->
    [0] Keine Änderung wurde übernommen.
    [one] Eine Änderung wurde übernommen.
   *[other] { $done } Änderungen wurden übernommen.
}
terminal-staged-discarded = { $done ->
    [0] Keine Änderung wurde verworfen.
    [one] Eine Änderung wurde verworfen.
   *[other] { $done } Änderungen wurden verworfen.
}
terminal-staged-left = { $count ->
    [one] Eine Änderung steht noch aus.
   *[other] { $count } Änderungen stehen noch aus.
}
terminal-staged-unknown = Bei { $path } steht keine Änderung aus.

## Die Genehmigung
terminal-apply-title = { $count ->
    [one] Eine Änderung von { $server } in { $folder } übernehmen?
   *[other] { $count } Änderungen von { $server } in { $folder } übernehmen?
}
terminal-apply-others = { $count ->
    [one] Eine andere Änderung bleibt ausstehend:
   *[other] { $count } andere Änderungen bleiben ausstehend:
}
terminal-apply-note = `roots pending` mit `--diff` zeigt die Zeilen, die anders sind.
terminal-ask-apply = Übernehmen? y übernimmt sie, alles andere lässt sie ausstehen:
