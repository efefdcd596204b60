### Das Paket eines Servers: die Angaben im Haupt- und im Freigabefenster, und die Karte auf seiner Seite.

package-title = Paket
package-npm = npm-Paket
package-python = Python-Paket
package-from-to = { $version }, anstelle von { $before }
package-odd = Der Name enthält Zeichen, die anderen ähneln oder unsichtbar sind.
package-deprecated = Veraltet: { $why }
package-published = Veröffentlicht
package-claim = Eine Angabe der Registry.
package-consists = Besteht aus
package-count = { $count ->
    [one] { $count } Paket
   *[other] { $count } Paketen
 }
package-scripts = { $count ->
    [one] { $count } hat ein Installationsskript, das nicht läuft:
   *[other] { $count } haben Installationsskripte, die nicht laufen:
 }
package-registry = Registry
package-changes = Änderungen
package-changes-more = { $count ->
    [one] { $count } weitere Änderung
   *[other] { $count } weitere Änderungen
 }
package-digests = Prüfsummen
package-digests-of = Lock-Datei { $lock }, Dateien { $files }
package-disk = { $count ->
    [one] { $size } in { $count } Datei
   *[other] { $size } in { $count } Dateien
 }, installiert { $day }. Die Dateien werden vor jedem Start verglichen.
package-check = Nach Updates suchen
package-fetch = Bei jedem Start laden …
package-install = Einmal installieren
package-fetches = Das Paket wird bei jedem Start geladen. Was läuft, kann sich ohne Prüfung ändern.
package-fetched = Das Paket wurde beim Start geladen. Einmal installiert, läuft es ohne Netzwerk, und seine Dateien werden vor jedem Start verglichen.
package-not-yet = Das Paket wird installiert, wenn der Server startet, vor seiner Prüfung.
package-older = Vorher verwendete Versionen
package-since = seit { $day }
package-back = Zurück
package-back-to = Zurück zu { $version }
package-working = Wird neben der verwendeten Version installiert.
package-current = { $version } ist die neueste Version.
package-updated = Ab jetzt wird Version { $version } verwendet.
package-next-start = Wird beim nächsten Start geprüft.
package-kept = Die verwendete Version bleibt.
