### Pakete von Servern im Terminalprogramm. Nur Rust verwendet sie.

terminal-packages = { $sets ->
    [one] { $sets } Paketsatz, { $bytes }
   *[other] { $sets } Paketsätze, { $bytes }
 } ({ $unused } ungenutzt, { $unused_bytes })
terminal-packages-freed = Ungenutzte Pakete wurden gelöscht: { $bytes } frei.
terminal-package = Paket: { $name }
terminal-package-instead = Paket: { $name } anstelle von { $before }
terminal-package-publisher = Veröffentlicht von: { $publisher } (Angabe der Registry)
terminal-package-count = Besteht aus: { $count ->
    [one] { $count } Paket
   *[other] { $count } Paketen
 }
terminal-package-odd = Der Name enthält Zeichen, die anderen ähneln oder unsichtbar sind.
terminal-package-deprecated = Veraltet: { $why }
terminal-package-scripts = Installationsskripte, nicht ausgeführt: { $names }
terminal-package-registry = Registry: { $url }
terminal-package-digests = Prüfsummen: Lock-Datei { $lock }, Dateien { $files }
terminal-package-disk = Auf dem Datenträger: { $bytes } in { $files ->
    [one] { $files } Datei
   *[other] { $files } Dateien
 }
terminal-package-older = Vorher verwendet: { $version }
terminal-package-none = Der Befehl dieses Servers startet kein Paket, das installiert werden kann.
terminal-package-fetches = Das Paket wird bei jedem Start geladen.
terminal-package-not-yet = Das Paket wird beim nächsten Start installiert.
terminal-package-current = { $version } ist die neueste Version.
terminal-package-updated = Ab jetzt wird Version { $version } verwendet.
terminal-package-no-version = Version { $version } ist nicht vorhanden. Ohne Option zeigt der Befehl die vorhandenen.
