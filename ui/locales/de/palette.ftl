## Palette
palette = Suche und Befehle
palette-hint = Unterhaltungen, Server, Werkzeuge, Einstellungen, Aktionen suchen
palette-results = Ergebnisse
palette-recent = Zuletzt verwendet
palette-actions = Aktionen
palette-pages = Seiten
palette-messages = In Nachrichten und Werkzeugergebnissen
palette-call-in = Werkzeugaufruf in { $title }
palette-close-key = Schließen (Esc)
palette-choose = Wählen
palette-take = Öffnen oder ausführen
palette-approval = Was eine Freigabe braucht, fragt weiterhin danach.
palette-searching = Nachrichten werden durchsucht …
palette-none = Nichts passt zu „{ $text }“.
palette-none-hint = Durchsucht: Unterhaltungen mit Nachrichten und Werkzeugergebnissen, Server, Werkzeuge, Regeln, Einstellungen und Aktionen.
palette-failed = Die Nachrichten konnten nicht durchsucht werden: { $why }
palette-rename = Diese Unterhaltung umbenennen
palette-keys = Alle Tasten zeigen
palette-start = { $server } starten
palette-stop = { $server } stoppen
palette-theme-light = Helles Farbschema verwenden
palette-theme-dark = Dunkles Farbschema verwenden
palette-theme-system = Farbschema des Systems verwenden
palette-more = { $count ->
        [one] { $count } weiterer
       *[other] { $count } weitere
     }
palette-more-type = { $count ->
        [one] { $count } weiterer: mehr Buchstaben eingeben
       *[other] { $count } weitere: mehr Buchstaben eingeben
     }
palette-count = { $count ->
        [0] Nichts gefunden
        [one] { $count } Ergebnis
       *[other] { $count } Ergebnisse
     }
palette-project = Projekt
palette-filter = Nachrichten
palette-any-project = Alle Projekte
palette-filter-clear = Überall suchen
palette-in-project = in { $name }
palette-in-server = mit Aufrufen von { $name }
palette-in-today = von heute
palette-in-week = aus den letzten 7 Tagen
palette-in-month = aus den letzten 30 Tagen
palette-before = Bis
palette-before-now = Bis jetzt
palette-before-today = Vor heute
palette-before-week = Älter als 7 Tage
palette-before-month = Älter als 30 Tage
palette-before-year = Älter als ein Jahr
palette-until-today = von vor heute
palette-until-week = die älter als 7 Tage sind
palette-until-month = die älter als 30 Tage sind
palette-until-year = die älter als ein Jahr sind
palette-none-in = Nichts passt zu „{ $text }“ { $where }.
palette-type = Wörter eingeben, um Nachrichten { $where } zu durchsuchen.
