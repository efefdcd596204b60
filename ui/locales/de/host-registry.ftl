### Registrys von Servern, wie der Host sie beschreibt. Nur Rust verwendet diese Meldungen.

## registry::error
host-registry-unreachable = Die Registry { $host } ist nicht erreichbar: { $why }
host-registry-timeout = Die Registry { $host } hat nicht rechtzeitig geantwortet.
host-registry-blocked = Die Registry { $host } führt zu { $kind }. Dort ist keine Registry.
host-registry-redirected = Die Registry { $host } hat die Anfrage zu { $to } weitergeleitet. Innkeeper folgt dem nicht. Wenn die Registry umgezogen ist, ändern Sie ihre Adresse in den Einstellungen.
host-registry-not-found = Die Registry { $host } hat keinen solchen Server, keine solche Version oder Seite.
host-registry-status = Die Registry { $host } hat die Anfrage abgelehnt: HTTP { $status }.
host-registry-too-large = Die Antwort von { $host } ist größer als { $most } MiB.
host-registry-malformed = Die Antwort von { $host } ist keine der Registry-API.
host-registry-endless = Die Registry { $host } wiederholt seine Seiten oder hat mehr als { $most } davon. Suchen Sie nach genaueren Wörtern.
host-registry-long-search = Eine Suche hat höchstens { $most } Zeichen.

## Settings and the host
host-registry-off = Die Registry ist ausgeschaltet. Nichts wurde gesendet.
host-registry-off-hint = Schalten Sie sie unter *Server hinzufügen > Registry* ein, oder mit `innkeeper-cli registry settings on`.
host-registry-address-url = Das ist keine vollständige URL. Ein Beispiel: { $example }
host-registry-address-https = Die Adresse muss mit `https://` beginnen. Nur eine Registry auf diesem Computer darf `http://` verwenden.
host-registry-address-extra = Die Adresse darf weder Benutzernamen noch Passwort haben, und nichts nach `?` oder `#`.
host-registry-address-host = An einer solchen Adresse ist keine Registry.
host-registry-address-again = Nichts wurde geändert.
host-registry-no-name = „{ $name }“ ist nicht der Name eines Servers in einer Registry. Ein solcher Name hat einen Schrägstrich: io.github.user/weather.
host-registry-since = „{ $text }“ ist kein Datum. Schreiben Sie es so: 2026-11-01.
host-registry-no-way = Der Server hat kein Paket und keine entfernte Adresse mit dieser Nummer.
host-registry-no-ways = Der Server hat weder ein Paket noch eine entfernte Adresse.

## registry::entry
host-registry-entry-schema = Er passt nicht zum Schema: { $why }
host-registry-entry-name = Sein Name hat nicht die Form `Namensraum/Name`.
host-registry-entry-long = { $what } ist länger als { $most } Zeichen.
host-registry-entry-hidden = { $what } enthält verborgene Zeichen, Zeilenumbrüche oder umgebende Leerzeichen.
host-registry-entry-many = { $what } hat mehr als { $most } Elemente.
host-registry-entry-argument = „{ $name }“ ist nicht der Name einer Option.
host-registry-entry-argument-type = Ein Argument ist weder positionsgebunden noch benannt.
host-registry-entry-setting = „{ $name }“ kann nicht der Name einer Variablen oder eines Headers sein oder steht doppelt da.
host-registry-deleted = Die Registry sagt, dass diese Version gelöscht wurde. Sie kann nicht hinzugefügt werden.

## registry::way
host-registry-filled = Ausgefüllt aus der Registry: { $name }, Version { $version }. Jeder kann einen Eintrag veröffentlichen: Prüfen Sie ihn, bevor Sie den Server hinzufügen.
host-registry-fixed = Der Eintrag setzt { $name } auf „{ $value }“.
host-registry-hint = Wert von { $name }: { $hint }
host-registry-optional = { $name } ist optional. Fügen Sie den Namen hinzu, wenn Sie ihn brauchen.
host-registry-missing = Diese Werte fehlen: { $names }
host-registry-unknown-value = Der Server hat keinen Wert mit dem Namen „{ $name }“.
host-registry-not-choice = Der Wert von { $name } ist keiner der möglichen.
host-registry-value-option = Der Wert von { $name } beginnt mit einem Strich, das Programm hielte ihn also für eine Option.
host-registry-value-mount = Der Wert von { $name } darf weder Komma noch Doppelpunkt enthalten.
host-registry-bundle = Das ist ein Bundle. Es wird heruntergeladen und dann als Bundle geprüft.
host-registry-bundle-url = „{ $url }“ ist keine URL, von der Innkeeper ein Bundle herunterlädt. Sie muss mit `https://` beginnen und darf nicht zu diesem Computer oder in ein privates Netz führen.
host-registry-bundle-digest = Der Eintrag nennt die SHA-256 des Bundles nicht. Innkeeper kann daher nicht erkennen, ob die Datei die veröffentlichte ist.
host-registry-bundle-unused = Der Eintrag setzt Argumente oder Variablen. Innkeeper verwendet sie nicht: Das Manifest des Bundles gibt an, wie es gestartet wird.
host-registry-other-kind = Innkeeper kann diese Art von Paket oder Adresse nicht hinzufügen.
host-registry-other-registry = Das Paket liegt in einer anderen Paket-Registry, { $base }. Nur die übliche wird verwendet.
host-registry-package-http = Das Paket ist ein Webserver, den Sie selbst starten. Fügen Sie seine URL hinzu, sobald er läuft.
host-registry-bad-identifier = „{ $name }“ ist nicht der Name eines Pakets dieser Art.
host-registry-bad-version = „{ $version }“ nennt keine einzelne Version.
host-registry-runner-option = Der Eintrag setzt die Option { $option } des Programms, das das Paket ausführt. Eine solche Option kann bestimmen, was läuft.
host-registry-loader = Der Eintrag setzt die Option { $option }, mit der Programme anderen Code laden.
host-registry-loads-code = Der Eintrag setzt die Variable { $name }, die Code in ein Programm lädt.
host-registry-short = Der Eintrag setzt die Option { $option }, mit der manche Programme Code ausführen. Prüfen Sie, was sie für dieses bedeutet.
host-registry-flag = Die Option { $option } ist optional. Fügen Sie sie hinzu, wenn Sie sie brauchen.
host-registry-mount = Der Container erhält einen Ordner, den Sie nennen: { $option }
host-registry-runtime = Der Eintrag nennt { $wanted } zum Ausführen des Pakets. Innkeeper verwendet { $command }.
host-registry-unpinned = Der Eintrag nennt keine Version des Pakets. Jedes Mal kann eine andere laufen.
host-registry-container = Innkeeper kann einen Container nicht einschränken.
host-registry-secret-argument = { $name } ist ein Geheimnis in der Befehlszeile, die andere Programme sehen können.
host-registry-secret-url = { $name } ist ein Geheimnis in der URL, die mit dem Server gespeichert wird.
host-registry-digest = SHA-256 der Datei laut Eintrag: { $digest }
host-registry-private = Die URL führt in ein privates Netz oder zu diesem Computer.
host-registry-url = Die URL muss mit `https://` beginnen, auf diesem Computer auch mit `http://`, und ihre Werte dürfen ihren Host nicht ändern.

## registry::download
host-download-unreachable = { $host } ist nicht erreichbar: { $why }
host-download-timeout = { $host } hat das Bundle nicht rechtzeitig gesendet.
host-download-blocked = { $host } führt zu { $kind }. Von dort lädt Innkeeper kein Bundle herunter.
host-download-status = { $host } hat den Download abgelehnt: HTTP { $status }.
host-download-https = Der Download wurde zu { $host } weitergeleitet, aber nicht über https.
host-download-redirects = Der Download wurde mehr als { $most }-mal weitergeleitet.
host-download-large = Das Bundle ist größer als { $most } MiB.
host-download-page = { $host } hat eine Webseite geliefert, kein Bundle.
host-download-packed = { $host } hat das Bundle auf eine Weise komprimiert, die nicht angefordert war.
host-download-digest = Die heruntergeladene Datei ist nicht das Bundle, das der Eintrag nennt: Ihre SHA-256 ist eine andere. Die Datei wurde gelöscht.
host-download-disk = Der Download konnte nicht gespeichert werden: { $why }
host-download-busy = Ein anderer Download läuft.
host-download-stopped = Der Download wurde abgebrochen.
host-download-none = Dieses Paket oder diese Adresse ist kein Bundle.

## registry::imitation
host-registry-warn-hidden = Seine Texte enthalten { $count ->
        [one] ein verborgenes Zeichen
       *[other] { $count } verborgene Zeichen
    }.
host-registry-warn-mixed = „{ $word }“ mischt Buchstaben von { $scripts }.
host-registry-warn-poses = Sein Titel hat Buchstaben eines anderen Alphabets und sieht aus wie „{ $name }“.
host-registry-warn-known = Sein Name gleicht dem von { $name }, und sein Namensraum ist nicht der des Herausgebers jenes Servers.
host-registry-warn-package = Sein Paket heißt fast wie { $package }, ein bekanntes.
host-registry-warn-account = Sein Namensraum ist der von { $account }, und sein Repository gehört { $owner }.
