# Die Sandbox lokaler Server: was sie zeigt und verweigert.
host-confinement-remote = Ein entfernter Server hat auf diesem Rechner keine Sandbox.
host-confinement-never = Dieser Server läuft in jedem Fall ohne Sandbox: Das Programm, das seine Arbeit tut, wird nicht von Innkeeper gestartet.
host-confinement-too-many = Höchstens { $count } Pfade eines Programms können hinzugefügt werden.
host-confinement-relative = „{ $path }“ ist kein absoluter Pfad.

host-confinement-names-visible = Namen, Größen und Daten Ihrer Dateien bleiben für ihn sichtbar, ihr Inhalt nicht.
host-confinement-nothing-works = Dieses System bietet keine Sandbox für Dateien. Der Server kann alles, was Sie können.
host-confinement-restarts = Eine Änderung seiner Ordner wirkt erst nach einem Neustart.
host-confinement-refused = Eine stärkere Sandbox funktioniert hier nicht: { $reason }.
host-confinement-no-landlock = Der Kernel bietet kein Landlock.
host-confinement-no-signal-scope = Der Kernel ist zu alt, um ihn von Signalen an Ihre anderen Programme abzuhalten.
host-confinement-hooks-writable = In Ordnern, die er ändern darf, kann er auch Dateien ändern, die andere Programme ausführen, etwa Git-Hooks.
host-confinement-not-verified = Die Sandbox dieses Systems wurde nicht getestet.

host-confinement-chosen = Er wird neu gestartet, weil Sie seine Sandbox geändert haben
host-confinement-held = Er wurde neu gestartet: Er hatte noch etwas in { $path } geöffnet, das Sie ihm entzogen haben
host-confinement-needs-restart = Er wurde neu gestartet, weil sich sein Zugriff auf { $path } geändert hat
host-confinement-not-changed = Er wurde neu gestartet, weil sein Zugriff auf { $path } nicht geändert werden konnte: { $reason }
host-confinement-taken-at-start = Er wurde neu gestartet, weil Sie ihm während des Starts einen Ordner entzogen haben
host-confinement-shown = Er kann { $path } jetzt lesen
host-confinement-hidden = Er sieht { $path } nicht mehr
host-confinement-read-only = Er kann { $path } jetzt nur noch lesen
host-confinement-writable = Er kann { $path } jetzt ändern

host-confinement-no-private-folder = Sein privater Ordner konnte nicht angelegt werden: { $reason }
host-confinement-no-private-folder-hint = Prüfen Sie, ob in den Datenordner von Innkeeper geschrieben werden kann.
host-confinement-not-built = Seine Sandbox konnte nicht gebaut werden: { $reason }
host-confinement-not-built-hint = Innkeeper startet keinen Server mit einer schwächeren Sandbox als der, die Sie angenommen haben. Starten Sie Innkeeper neu und dann den Server, um ihn zu prüfen.

host-confinement-out-of-sight = seine Sandbox zeigt ihm { $path } nicht
host-confinement-out-of-sight-hint = Geben Sie ihm den Ordner auf seiner Seite frei oder mit `roots grant "{ $server }" "{ $path }"`.
host-confinement-only-reads = seine Sandbox lässt ihn nicht in { $path } schreiben
host-confinement-only-reads-hint = Geben Sie ihm den Ordner auf seiner Seite zum Schreiben frei oder mit `roots grant "{ $server }" ORDNER --write`.
host-confinement-no-network = seine Sandbox hat kein Netz
host-confinement-no-network-hint = Wenn er das Netz braucht, erlauben Sie es unter „Sandbox“ auf seiner Seite oder mit `servers confinement "{ $server }" --network open`.
host-confinement-reads-lead = Seine Sandbox lässt ihn lesen und sonst nichts.
host-confinement-reads = Er hat kein Netz und keinen Ordner, in den er schreiben kann.
host-reach-reads = Seine Sandbox lässt ihn die Programme des Systems lesen und: { $folders }
host-reach-writes = Er kann ändern: { $folders }
host-reach-offline = Er hat kein Netz.
host-reach-online = Er erreicht das Netz dieses Rechners.
host-confinement-tier = Liest, erzwungen
host-reach-asked = Er erreicht keinen Host, bevor Sie ihn erlauben.
host-reach-hosts = Er erreicht die Hosts, die Sie erlaubt haben: { $hosts }

# Hosts, die ein Server in der Sandbox erreicht
host-hosts-denied = Der Host wurde nicht erlaubt. Nichts hat sich geändert.
host-hosts-unknown = { $host } ist diesem Server nicht erlaubt.
host-hosts-invalid = „{ $host }“ ist kein Host mit einem Port. Schreiben Sie ihn wie example.com:443.
host-hosts-never = { $host } ist eine Adresse, unter der kein Server sein kann.
host-hosts-localhost = { $host } meint diesen Rechner mit einem Namen. Schreiben Sie seine Adresse, etwa 127.0.0.1:8080.
host-hosts-refused = Eine Verbindung zu { $host } wurde abgelehnt: { $reason }
host-hosts-why-not-public = Das ist eine Adresse dieses Rechners oder eines privaten Netzes. Nur Sie können sie erlauben, indem Sie sie selbst hinzufügen.
host-hosts-why-address = Der Name führt auf diesen Rechner oder in ein privates Netz. Nur Sie können das erlauben, indem Sie genau diese Adresse hinzufügen.
host-hosts-why-denied = Der Host ist nicht erlaubt.
host-hosts-why-no-answer = Niemand hat den Host rechtzeitig erlaubt.
host-hosts-why-waiting = Zu viele Hosts warten schon auf Ihre Zustimmung.
host-hosts-why-connections = Zu viele Verbindungen sind offen.
host-hosts-why-no-name = Die verschlüsselte Verbindung nennt ihren Host nicht oder verbirgt ihn.
host-hosts-why-other-name = Die Anfrage nennt einen anderen Host als die Verbindung.
host-hosts-why-unknown-address = Der Server benutzte eine veraltete Adresse.
host-hosts-why-unresolved = Der Hostname ließ sich nicht auflösen.
host-hosts-why-unreachable = Der Host ist nicht erreichbar.
host-hosts-why-slow = Der Server sandte seine Anfrage nicht rechtzeitig.
host-hosts-why-revoked = Die Erlaubnis wurde entzogen.
host-hosts-why-malformed = Die Anfrage lässt sich nicht eindeutig lesen.
host-hosts-this-machine = Eine Adresse dieses Rechners: Programme, die hier lauschen, vertrauen jedem, der sich verbindet.
host-hosts-metadata = Der Metadatendienst einer Cloud: Er kann die Schlüssel dieses Rechners herausgeben.
host-hosts-private = Eine Adresse eines privaten Netzes.
host-hosts-cause = Innkeeper lehnte eine Verbindung zu { $host } ab, das nicht erlaubt ist
host-hosts-cause-hint = Wenn er diesen Host braucht, erlauben Sie ihn unter „Sandbox“ auf seiner Seite oder mit `servers reach "{ $server }" --allow { $host }`.
host-hosts-not-served = Sein Netz konnte nicht eingerichtet werden: { $reason }
host-hosts-not-served-hint = Schließen Sie andere Programme oder starten Sie Innkeeper neu, dann den Server.
