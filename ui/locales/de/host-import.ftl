### Pasted servers and configuration files of other programs, as the host describes them. Only Rust uses these messages.

## foreign::pasted
host-paste-operator = Nur eine Shell versteht `{ $sign }`, und Innkeeper startet Programme ohne Shell.
host-paste-too-many-words = Der Text hat mehr als { $most } Wörter.
host-paste-no-servers = Der Text enthält keine Server.
host-paste-no-command = Der Text enthält keinen Befehl.
host-paste-shell-folder = Nur eine Shell kann den Ordner nach `cd` auflösen.
host-paste-several-commands = Der Text hat mehrere Befehle, und `{ $command }` ist der erste. Fügen Sie nur den Befehl ein, der den Server startet.
host-paste-left-out = `{ $shell }` entfällt: Innkeeper startet Programme ohne Shell.
host-paste-only-variables = Der Text setzt Variablen und startet kein Programm.
host-paste-env-empty = `env -i` entfällt: Ein Server erhält ohnehin nur wenige Variablen.
host-paste-env-option = Innkeeper unterstützt `env { $option }` nicht.
host-paste-option = Innkeeper kennt die Option `{ $option }` nicht.
host-paste-no-name = Der Befehl nennt keinen Namen für den Server.
host-paste-no-program = Der Befehl enthält weder ein Programm noch eine URL.
host-paste-link = Aus einem Link für { $program }. Jeder kann einen solchen Link schreiben: Prüfen Sie ihn, bevor Sie den Server hinzufügen.
host-paste-link-other = Dieser Link für { $program } fügt keinen Server hinzu.
host-paste-link-long = Der Link ist länger als { $most } KiB.
host-paste-link-hidden = Der Link enthält verborgene Zeichen oder Zeilenumbrüche.
host-paste-link-encoding = Der Link ist beschädigt: Seine Prozentkodierung oder sein Base64 ist ungültig.
host-paste-link-twice = Der Link hat den Parameter „{ $parameter }“ mehrmals.
host-paste-link-missing = Der Link hat keinen Parameter „{ $parameter }“.
host-paste-link-config = Die Konfiguration im Link ist kein JSON-Objekt oder hat ein Feld doppelt.
host-paste-link-several = Der Link enthält mehrere Server. Ein Link kann nur einen hinzufügen.
host-paste-link-both = Der Link hat sowohl einen Befehl als auch eine URL.
host-paste-link-url = Die URL im Link muss mit `https://` oder `http://` beginnen und darf weder Benutzernamen noch Passwort enthalten.
host-paste-link-name = „{ $name }“ kann nicht der Name einer Variablen oder eines Headers sein.
host-value-with-part = Der Wert von { $name } enthält { $part }. Innkeeper fragt ihn beim ersten Start ab.
host-value-with-placeholder = Der Wert von { $name } enthält einen Platzhalter. Innkeeper fragt ihn beim ersten Start ab.

## foreign::read
host-import-too-large = Der Text ist größer als { $most } MiB.
host-import-not-json = Der Text ist kein JSON: Zeile { $line }, Spalte { $column }.
host-import-not-toml = Der Text ist kein TOML: Zeile { $line }, Spalte { $column }.
host-import-not-yaml = Der Text ist kein YAML, das Innkeeper lesen kann: Zeile { $line }, Spalte { $column }.
host-import-excessive = Der Text ist zu tief verschachtelt oder wiederholt seine Teile zu oft.
host-import-no-servers = Der Text enthält keine Server: `mcpServers`, `servers`, `mcp`, `context_servers`, `mcp_servers` und `extensions` fehlen oder enthalten keine.
host-import-too-many = Der Text hat mehr als { $most } Server.
host-import-same-name = Ein anderer Server in dieser Datei hat denselben Namen.
host-import-not-imported = Nicht importiert: { $fields }.
host-import-approvals = Nicht importiert: { $fields }. Freigaben in einem anderen Programm gelten in Innkeeper nicht.
host-import-parts = Nicht importiert: { $names }. Das sind Teile oder Erweiterungen von { $program }.
host-more = { $count } weitere
host-import-not-object = Der Eintrag ist kein Objekt.
host-import-type = Der Typ ist „{ $type }“, nicht „{ $wanted }“.
host-import-type-not-string = Der Typ ist keine Zeichenkette.
host-import-url-not-string = Die URL ist keine Zeichenkette.
host-import-query = Der Teil der URL nach „?“ wird mit der URL gespeichert. Geben Sie Schlüssel stattdessen in Headern an.
host-import-no-command = Der Eintrag hat keinen Befehl.
host-import-command-not-string = Der Befehl ist keine Zeichenkette.
host-import-spaces = Der Befehl enthält Leerzeichen. Innkeeper behandelt ihn als Namen einer einzigen Datei.
host-import-arguments-not-list = Die Argumente sind keine Liste.
host-import-argument-not-string = Argument { $number } ist keine Zeichenkette.
host-import-folder-not-string = Das Arbeitsverzeichnis ist keine Zeichenkette.
host-import-folder-relative = Das Arbeitsverzeichnis „{ $folder }“ ist relativ, und nur das andere Programm weiß, wo es beginnt. Schreiben Sie den vollen Pfad in jene Datei, oder fügen Sie den Server von Hand hinzu.
host-import-headers-not-object = Die Header sind kein Objekt.
host-import-variables-not-object = Die Variablen sind kein Objekt.
host-import-value-not-string = Der Wert von { $name } ist keine Zeichenkette.
host-import-not-fillable = Der Eintrag verwendet { $placeholder }, das nur das andere Programm ersetzen kann.
host-import-format = { $field } wie in { $program }
host-import-format-code = Einstellungen von VS Code
host-import-format-single = ein einzelner Server
host-import-format-names = Server nach ihren Namen

## foreign::plan
host-import-loads-code = Die Variable { $name } kann anderen Code in das Programm laden oder bestimmen, welchen Code es ausführt.
host-import-redirects = Die Variable { $name } kann das, was das Programm sendet, an einen anderen Ort leiten.
host-import-in-command = Befehl
host-import-in-argument = Argument { $number }
host-import-in-folder = Arbeitsverzeichnis
host-import-in-variable = Variable { $name }
host-import-in-url = URL
host-import-in-header = Header { $name }

## import
host-import-project = Claude Code, Projekt { $name }
host-import-other-file = Das ist keine der gefundenen Dateien.
host-import-failed = Die Datei { $file } konnte nicht importiert werden. { $reason }
host-import-failed-of = Die Datei { $file } von { $program } konnte nicht importiert werden. { $reason }
host-import-nothing-added = Nichts wurde hinzugefügt.
host-import-file-error = Sie konnte nicht gelesen werden: { $error }.
host-import-file-unread = Sie konnte nicht gelesen werden.
host-import-not-file = Sie ist keine Datei.
host-import-not-text = Sie ist kein Text in UTF-8 oder UTF-16.
host-import-outdated = Diese Server wurden bereits hinzugefügt, oder ein anderer Text wurde seitdem gelesen.
host-import-outdated-hint = Lesen Sie die Datei oder den Text erneut.
host-import-missing = { $count ->
        [one] Ein Wert fehlt
       *[other] Werte fehlen
    }: { $names }.
host-import-missing-hint = Geben Sie jeden Wert ein, oder setzen Sie seine Variable und lesen Sie die Datei erneut.
host-import-keychain-hint = Setzen Sie diese Variablen in Ihrer eigenen Umgebung und wählen Sie, die Werte von dort zu lesen.
host-import-part-url = URL
host-import-part-command = Befehl
host-import-part-arguments = Argumente
host-import-part-folder = Arbeitsverzeichnis
host-import-part-variables = Variablen
host-import-part-headers = Header
