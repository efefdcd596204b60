### MCP-Bundles: die Seite, die eines hinzufügt, und die Angaben im Hauptfenster und im Freigabefenster.

bundle-open = Bundle öffnen
bundle-add = Bundle hinzufügen
bundle-lead = Ein Bundle ist eine Datei (.mcpb oder .dxt) mit einem lokalen Server. Innkeeper prüft sie und zeigt, was sie angibt. Nichts wird entpackt, bevor Sie es hinzufügen, und nichts startet, bevor Sie den Start geprüft haben.
bundle-choose = Bundle auswählen …
bundle-choose-another = Anderes Bundle auswählen …
bundle-title = Bundle
bundle-name = Name
bundle-signature = Signatur
bundle-author = Autor
bundle-claim = Eine Angabe des Bundles.
bundle-runs = Führt aus
bundle-needs = Benötigt { $names }
bundle-variables = Setzt { $names }
bundle-platforms = Für { $names }
bundle-tools = Tools
bundle-tools-more = { $count ->
    [one] { $count } weiteres
   *[other] { $count } weitere
 }
bundle-tools-none = Es nennt keine Tools.
bundle-tools-some = Angaben des Bundles. Es gibt an, weitere zu haben.
bundle-tools-claim = Angaben des Bundles.
bundle-size = Entpackt
bundle-files = { $count ->
    [one] { $size } in { $count } Datei
   *[other] { $size } in { $count } Dateien
 }

## Signatur
bundle-unsigned = Nicht signiert
bundle-unsigned-hint = Jeder kann diese Datei erstellt oder geändert haben.
bundle-broken = Die Signatur ist beschädigt
bundle-broken-lead = Die Signatur dieses Bundles ist beschädigt.
bundle-broken-rest = Die Datei wurde nach dem Signieren geändert oder beschädigt. Besorgen Sie sie noch einmal vom Hersteller.
bundle-trusted = Signiert von { $name }, Ihr System vertraut der Signatur
bundle-trusted-hint = Ausgestellt von { $issuer }. Ob das Zertifikat widerrufen wurde, wird nicht geprüft.
bundle-self-signed = Selbst signiert als { $name }
bundle-untrusted = Signiert als { $name }, Ihr System vertraut der Signatur nicht
bundle-nobody = Niemand bürgt für diesen Namen.
bundle-expired = Signiert als { $name }, mit abgelaufenem Zertifikat
bundle-expired-hint = Es galt bis { $day }.
bundle-not-yet = Signiert als { $name }, mit einem Zertifikat, das noch nicht gilt

## Versionen
bundle-where = Server
bundle-replace = Für { $server } verwenden
bundle-replace-hint = Anstelle von Version { $version }, sobald Sie den Start annehmen.
bundle-new = Als neuen Server hinzufügen
bundle-differs = Das ist anders als in der verwendeten Version:
bundle-same = Es gibt dasselbe an wie die verwendete Version.
bundle-update-review = Neue Version prüfen

## Optionen
bundle-required = erforderlich
bundle-optional = optional
bundle-secret = Sie geben es im Freigabefenster ein. Es bleibt in Ihrem Schlüsselbund.
bundle-secret-give = Einen Wert eingeben
bundle-folder-hint = Vor dem Start des Servers wird um Zugriff auf diesen Ordner gebeten.
bundle-file-hint = Vor dem Start des Servers wird um Zugriff auf den Ordner dieser Datei gebeten.
bundle-add-value = Weiteren hinzufügen
bundle-remove-value = Entfernen
bundle-missing = Geben Sie einen Wert ein.
bundle-not-number = Geben Sie eine Zahl ein.
bundle-not-path = Geben Sie einen vollständigen Pfad ein, oder wählen Sie einen aus.
bundle-too-small = Geben Sie mindestens { $limit } ein.
bundle-too-large = Geben Sie höchstens { $limit } ein.
