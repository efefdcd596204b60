### Texte des Hosts über die Pakete von Servern. Nur Rust verwendet sie.

## Installing
host-package-busy = Sein Paket wird bereits installiert.
host-package-not-stored = Sein Paket wurde installiert, aber das konnte nicht gespeichert werden.
host-package-none = Der Befehl dieses Servers startet kein Paket, das Innkeeper installieren kann.
host-package-tool = { $tool } wurde auf diesem Rechner nicht gefunden.
host-package-python = Python { $version } wurde auf diesem Rechner nicht gefunden.
host-package-registry = Die Registry { $url } wird nicht verwendet, weil sie nicht über HTTPS erreicht wird. Sie ist eingestellt in { $origin }.
host-package-unreachable = Die Paket-Registry wurde nicht erreicht.
host-package-refused = Die Paket-Registry hat die Anmeldung abgelehnt.
host-package-not-found = Die Paket-Registry kennt kein Paket { $name }.
host-package-no-version = Keine Version des Pakets passt.
host-package-no-wheel = { $name } gibt es für diesen Rechner nur als Quelltext. Innkeeper führt keine Build-Skripte von Paketen aus.
host-package-no-wheels = Ein Paket gibt es für diesen Rechner nur als Quelltext. Innkeeper führt keine Build-Skripte von Paketen aus.
host-package-integrity = Was geladen wurde, ist nicht das, was die Lock-Datei des Pakets nennt.
host-package-lock = Die Liste der Pakete wurde abgelehnt: { $why }
host-package-lock-changed = Die Liste der Pakete hat sich seit der Auflösung geändert.
host-package-no-entry = Das Paket hat kein Programm, das gestartet werden kann.
host-package-odd-file = Das Paket enthält eine Datei, die nicht angenommen wird: { $path }
host-package-changed = Eine installierte Datei ist nicht die, die installiert wurde: { $path }
host-package-gone = Das Paket ist nicht mehr installiert.
host-package-too-large = Das Paket ist größer, als Innkeeper annimmt.
host-package-disk = Auf dem Datenträger ist kein Platz mehr.
host-package-cancelled = Sie haben es abgebrochen.
host-package-timed-out = Die Paketverwaltung hat zu lange gebraucht.
host-package-sandbox = Die Sandbox für die Paketverwaltung konnte nicht eingerichtet werden: { $why }
host-package-manager = Die Paketverwaltung konnte nicht ausgeführt werden: { $why }
host-package-failed = { $program } ist fehlgeschlagen.
host-package-io = { $path } konnte nicht gelesen oder geschrieben werden: { $why }
host-package-hint-node = Installieren Sie Node.js, das npm enthält.
host-package-hint-python = Installieren Sie Python 3 oder uv.
host-package-hint-registry = Ändern Sie die Adresse in den Einstellungen von npm, pip oder uv.
host-package-hint-connection = Prüfen Sie die Netzwerkverbindung und starten Sie den Server dann erneut.
host-package-hint-sign-in = Prüfen Sie die Zugangsdaten in den Einstellungen von npm, pip oder uv.
host-package-hint-name = Prüfen Sie den Namen im Befehl.
host-package-hint-version = Nennen Sie im Befehl eine andere Version, oder lassen Sie das Paket bei jedem Start laden: auf der Seite des Servers unter „Paket“.
host-package-hint-trust = Verwenden Sie es nicht. Melden Sie es der Registry, wenn es so bleibt.
host-package-hint-program = Nennen Sie das Programm im Befehl, zum Beispiel mit -p oder --from.
host-package-hint-again = Installieren Sie es erneut: auf der Seite des Servers unter „Paket“.
host-package-hint-space = Schaffen Sie Platz und starten Sie den Server dann erneut.
host-package-hint-retry = Starten Sie den Server erneut.
host-package-hint-detail = Die Ausgabe der Paketverwaltung steht darunter.
host-launch-package = Ein Paket, das Innkeeper installiert hat
host-package-said = Die Paketverwaltung schrieb: { $line }

## Probestarts von Updates
host-trial-start-weak = Dieses System verweigert Benutzer-Namensräume. Ohne sie startet Innkeeper keine neue Version vor ihrer Prüfung.
host-trial-start-silent = Sie hat innerhalb von { $seconds } Sekunden nicht gesagt, was sie anbietet.
host-trial-start-full = Sie hat mehr als { $mebibytes } MiB in ihren privaten Ordner geschrieben. Innkeeper hat sie beendet.
host-trial-start-no-pins = Was Sie von diesem Server angenommen haben, ließ sich nicht lesen. Die neue Version wurde nicht verglichen.
host-trial-start-said = { $reason } Ihre letzte Ausgabezeile: { $line }
