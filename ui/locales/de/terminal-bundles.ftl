### MCP-Bundles im Terminalprogramm. Nur Rust verwendet das.

terminal-bundle = Bundle: { $name }
terminal-bundle-author = Autor, nach eigener Angabe: { $author }
terminal-bundle-text = Beschreibung: { $text }
terminal-bundle-page = Webseite: { $url }
terminal-bundle-command = Führt aus: { $command }
terminal-bundle-runtimes = Benötigt: { $names }
terminal-bundle-platforms = Systeme: { $names }
terminal-bundle-files = Entpackt: { $bytes } in { $files ->
    [one] { $files } Datei
   *[other] { $files } Dateien
 }
terminal-bundle-tools = Tools, nach eigener Angabe: { $names }
terminal-bundle-more-tools = Tools, nach eigener Angabe: { $names } und weitere
terminal-bundle-no-tools = Es nennt keine Tools.
terminal-bundle-unsigned = Signatur: keine. Jeder kann diese Datei erstellt oder geändert haben.
terminal-bundle-broken = Signatur: BESCHÄDIGT: { $problem }
terminal-bundle-trusted = Signatur: { $name }, Ihr System vertraut ihr (ausgestellt von { $issuer })
terminal-bundle-self-signed = Signatur: selbst signiert als { $name }. Niemand bürgt für diesen Namen.
terminal-bundle-untrusted = Signatur: { $name }, Ihr System vertraut ihr nicht. Niemand bürgt für diesen Namen.
terminal-bundle-expired = Signatur: { $name }, das Zertifikat ist am { $until } abgelaufen
terminal-bundle-not-yet = Signatur: { $name }, das Zertifikat gilt noch nicht
terminal-bundle-kind-text = Text
terminal-bundle-kind-number = Zahl
terminal-bundle-kind-boolean = true oder false
terminal-bundle-kind-folder = Ordner
terminal-bundle-kind-file = Datei
terminal-bundle-option = Option { $key } ({ $kind }): { $title }
terminal-bundle-option-required = Option { $key } ({ $kind }, erforderlich): { $title }
terminal-bundle-option-secret = Option { $key } ({ $kind }, geheim): { $title }
terminal-bundle-default = [{ $values }]
terminal-bundle-update = Der Server { $name } hat Version { $version } davon:
terminal-bundle-updated = { $name } verwendet ab jetzt Version { $version }.
terminal-bundle-set-form = Eine Option wird als OPTION=WERT angegeben.
terminal-bundle-no-variable = Die Variable { $name } ist nicht gesetzt.
terminal-bundle-not-one = { $name } ist keine Bundle-Datei: Der Name endet weder auf .mcpb noch auf .dxt.
