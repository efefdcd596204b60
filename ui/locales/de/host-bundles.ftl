### Was der Host über MCP-Bundles sagt. Nur Rust verwendet das.

## Lesen
host-bundle-refused = Das Bundle wurde abgelehnt: { $problem }.
host-bundle-refused-hint = Es wurde nichts entpackt. Besorgen Sie das Bundle noch einmal vom Hersteller, oder bitten Sie um eines vom aktuellen Packprogramm.
host-bundle-read-hint = Prüfen Sie, ob es die Datei gibt und ob Sie sie lesen dürfen.
host-bundle-platform = Dieses Bundle läuft nicht auf diesem System. Es nennt: { $platforms }.
host-bundle-uv = Bundles vom Typ „uv“ brauchen Pakete aus einer Registry. Innkeeper installiert diese auf diesem System nicht.
host-bundle-no-project = Dieses Bundle ist vom Typ „uv“ und hat keine pyproject.toml, die seine Pakete nennt.
host-bundle-project = Die Pakete dieses Bundles können wegen seiner pyproject.toml nicht installiert werden: { $problem }.
host-bundle-command = Dieses Bundle führt { $command } aus. So werden Bundles seines Typs nicht gestartet. Innkeeper startet node, python oder ein Programm im Bundle.

## Hinzufügen
host-bundle-other-file = Die Datei hat sich geändert, seit Sie sie geprüft haben.
host-bundle-other-file-hint = Öffnen Sie sie noch einmal und prüfen Sie, was sie jetzt angibt.
host-bundle-broken = Die Signatur des Bundles ist beschädigt: { $problem }.
host-bundle-broken-hint = Besorgen Sie das Bundle noch einmal vom Hersteller. Innkeeper fügt kein Bundle mit beschädigter Signatur hinzu.
host-bundle-another = Dieses Bundle heißt anders als das des Servers. Fügen Sie es als eigenen Server hinzu.
host-bundle-answer = { $option }: { $problem }.

## Starten
host-launch-bundle = Für ein Bundle, das Innkeeper entpackt hat
host-bundle-changed = Die Dateien des Bundles sind nicht die, die Sie angenommen haben: { $problem }.
host-bundle-changed-hint = Etwas hat sie auf dem Datenträger geändert. Fügen Sie die Bundle-Datei noch einmal hinzu, und entfernen Sie diesen Server.
host-bundle-folder = Das Bundle ist mit { $path } eingerichtet, und der Zugriff auf diesen Ordner ist nicht erlaubt. Erlauben Sie ihn auf der Seite des Servers, oder fügen Sie das Bundle mit einem anderen Ordner hinzu.

## Aktualisieren
host-bundle-change-version = Version { $before } → { $after }
host-bundle-change-author = Autor { $before } → { $after }
host-bundle-change-signature = Andere Signatur oder anderer Unterzeichner
host-bundle-change-command = Befehl { $before } → { $after }
host-bundle-change-files = { $before } Dateien → { $after }
host-bundle-tools-added = Neue Tools: { $names }
host-bundle-tools-removed = Nicht mehr vorhandene Tools: { $names }
host-bundle-options-added = Neue Optionen: { $names }
host-bundle-options-removed = Nicht mehr vorhandene Optionen: { $names }
host-bundle-variables-added = Neue Variablen: { $names }
host-bundle-variables-removed = Nicht mehr vorhandene Variablen: { $names }
