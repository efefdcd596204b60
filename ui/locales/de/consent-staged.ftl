# Prüfung ausstehender Änderungen an einem Ordner, im Genehmigungsfenster.
consent-about-apply = · Änderungen warten auf Ihre Prüfung
consent-apply-title = Änderungen von { $server } in { $folder } übernehmen?
consent-apply-sub = Ihre Dateien bleiben unverändert, bis Sie übernehmen.
consent-apply-count = { $count ->
    [one] eine Änderung
   *[other] { $count } Änderungen
}
consent-apply-selected = { $count ->
    [0] Ausgewählte Änderungen übernehmen
    [one] Eine Änderung übernehmen
   *[other] { $count } Änderungen übernehmen
}
consent-apply-later = Später entscheiden
consent-apply-none = Keine Änderung ist ausgewählt, die sich übernehmen lässt.
consent-apply-discard = { $count ->
    [one] Eine Änderung verwerfen…
   *[other] { $count } Änderungen verwerfen…
}
consent-apply-discard-sure = { $count ->
    [one] Endgültig verwerfen
   *[other] { $count } endgültig verwerfen
}
consent-apply-keep = Behalten
consent-apply-list = Geänderte Dateien
consent-apply-difference = Die ausgewählte Datei
consent-apply-lines = Zeilen, die anders sind
consent-apply-all = { $ticked } von { $count } ausgewählt
consent-apply-select = { $path } auswählen
consent-apply-added = neu
consent-apply-changed = geändert
consent-apply-mode = Zugriffsrechte
consent-apply-deleted = gelöscht
consent-apply-unknown = wird nicht übernommen
consent-apply-sizes = { $old } zu { $now }
consent-apply-modes = Zugriffsrechte: { $old } zu { $now }
consent-apply-top = oberster Ordner
consent-apply-stays = Bleibt ausstehend
consent-apply-more = { $count ->
    [one] Über eine weitere Änderung wird danach entschieden.
   *[other] Über { $count } weitere Änderungen wird danach entschieden.
}
consent-apply-reading = Wird gelesen…
consent-apply-blocked = Diese Änderung wird nicht übernommen.
consent-apply-runs = Andere Programme führen dies aus
consent-apply-runs-hint = Git, ein Editor oder ein anderes Programm führt womöglich aus, was darin steht, ohne Sie zu fragen. Es wird nur einzeln ausgewählt.
consent-apply-program = { $name } wird ein Programm
consent-apply-program-hint = Nach dem Übernehmen können andere Programme es ausführen.
consent-apply-link = Link auf
consent-apply-outside = Dieser Link führt aus dem Ordner hinaus.
consent-apply-folder = Ein neuer, leerer Ordner.
consent-apply-tree = { $files ->
    [one] Der Ordner wird mit einer Datei ({ $size }) gelöscht.
   *[other] Der Ordner wird mit { $files } Dateien ({ $size }) gelöscht.
}
consent-root-title-staged = { $server } diesen Ordner lesen und mit Prüfung ändern lassen?
consent-root-staged = Schreiben, mit Prüfung
consent-root-staged-hint = Änderungen warten außerhalb des Ordners. Sie übernehmen oder verwerfen jede einzelne.
consent-grant-staged = Zugriff mit Prüfung geben
