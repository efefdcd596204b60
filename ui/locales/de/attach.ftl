### Anhänge im Chatfenster.

## Attachments
attach-lines = { $count ->
        [one] { $count } Zeile
       *[other] { $count } Zeilen
     }
attach-rows = { $count ->
        [one] { $count } Tabellenzeile
       *[other] { $count } Tabellenzeilen
     }
attach-pages = { $count ->
        [one] { $count } Seite
       *[other] { $count } Seiten
     }
attach-slides = { $count ->
        [one] { $count } Folie
       *[other] { $count } Folien
     }
attach-whole = die ganze Datei
attach-part = { $first } bis { $last } von { $all }
attach-tokens = etwa { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}
attach-list = Anhänge
attach-files = Dateien anhängen
attach-remove = { $name } entfernen
attach-unpin = { $name } lösen
attach-preview = Was das Modell von { $name } liest
attach-pinned = angeheftet
attach-changed = geändert
attach-as-text = Text
attach-as-image = Bild
attach-as-pages = Bilder der Seiten
attach-as-document = Ganzes Dokument
attach-as-audio = Ton
attach-form = Anhängen als
attach-offer = { $form }: { $all }, etwa { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}
attach-over = Zu groß für einen Anhang: höchstens { $most } Tokens. { $fits } vom Anfang passen.
attach-over-none = Zu groß für einen Anhang: höchstens { $most } Tokens.
attach-from = Von
attach-to = bis
attach-wrong-range = Wählen Sie einen Teil von: { $all }.
attach-pin = An die Unterhaltung anheften: mit jeder Nachricht senden
attach-attach = Anhängen
attach-refused = { $name } wurde nicht angehängt.
attach-reading = Wird gelesen …
attach-drop = Zum Anhängen ablegen
attach-cut = Die Anhänge passen nicht in das Fenster des Modells. Einige würden gekürzt oder weggelassen.
attach-pasted = Eingefügtes Bild
attach-pasted-text = Eingefügter Text.txt
attach-list-all = Dateien und Ressourcen zum Anhängen
attach-recent = Zuletzt angehängt
attach-in-folders = Dateien in freigegebenen Ordnern
attach-resources = Ressourcen von Servern
attach-search = Dateien und Ressourcen suchen
attach-listing = Suche läuft …
attach-nothing = Hier kann noch nichts angehängt werden. Geben Sie einem Server einen Ordner frei, oder starten Sie einen Server mit Ressourcen.
attach-not-found = Keine Datei in einem freigegebenen Ordner und keine Ressource eines laufenden Servers hat diese Wörter.
attach-files-cut = Die freigegebenen Ordner enthalten mehr Dateien, als durchsucht wurden. Tippen Sie mehr vom Pfad, oder nehmen Sie die Büroklammer.
attach-asleep = { $count ->
        [one] { $servers } schläft und listet keine Ressourcen auf.
       *[other] { $servers } schlafen und listen keine Ressourcen auf.
     }
attach-more = { $count ->
        [one] { $count } weitere: Tippen Sie, um sie zu finden.
       *[other] { $count } weitere: Tippen Sie, um sie zu finden.
     }
attach-resource-label = Eine angehängte Ressource gilt als Daten ihres Servers. Innkeeper fragt, bevor sie an einen anderen Server geht.
attach-resource-key = Datei oder Ressource nach Namen anhängen (@)
attach-to-chat = An den Chat anhängen
attach-templates = Vorlagen für Ressourcen
attach-template = Ressource anhängen
attach-template-of = Ressourcen-Vorlage von { $server }
