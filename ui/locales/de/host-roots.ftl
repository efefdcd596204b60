### Texte des Hosts über den Ordnerzugriff von Servern. Nur Rust verwendet sie.

## Granting a folder
host-root-denied = Der Ordner wurde nicht freigegeben.
host-root-nothing = Es wurde nichts freigegeben.
host-root-other-approval = Bei dieser Freigabeanfrage geht es nicht um einen Ordner.
host-root-unknown = Der Server hat keinen solchen Ordner.
host-root-path-long = Der Pfad des Ordners hat mehr als { $most } Byte.
host-root-silent = Der Datenträger dieses Ordners antwortet nicht.
host-root-silent-hint = Es wurde nichts freigegeben. Prüfen Sie, ob der Datenträger verbunden ist, und versuchen Sie es erneut.
host-root-uninspected = Innkeeper konnte diesen Ordner nicht untersuchen.
host-root-many = Ein Server kann höchstens { $most } Ordner haben.
host-root-many-hint = Entziehen Sie zuerst den Zugriff auf einen davon.
host-root-name = Ein Name hat höchstens { $most } Zeichen, und keines davon ist verborgen.
host-root-remote = Nur ein Server auf diesem Rechner kann mit einem Ordner gestartet werden.
host-root-variable = { $variable } kann nicht der Name der Variable sein: Er ist vergeben oder ungültig.
host-root-relative = Geben Sie den vollständigen Pfad des Ordners an.
host-root-path = { $path } kann nicht freigegeben werden: { $error }.
host-root-not-folder = { $path } ist kein Ordner.
host-root-unicode = Der Pfad dieses Ordners ist kein gültiges Unicode und kann deshalb an keinen Server gesendet werden.
host-root-unreadable = { $path } kann nicht gelesen werden: { $error }.

## Folders that are never granted
host-root-refused-hint = Es wurde nichts freigegeben. Wählen Sie einen anderen Ordner.
host-root-refused-form = { $path } wird nie freigegeben. Der Pfad kann mehr als einen Ordner oder ein Gerät bezeichnen. Wählen Sie den Ordner über seinen Laufwerksbuchstaben oder seine Freigabe.
host-root-refused-disk = { $path } wird nie freigegeben. Das ist der ganze Datenträger.
host-root-refused-own = { $path } wird nie freigegeben. Innkeeper bewahrt seine eigenen Daten in { $folder } auf.
host-root-refused-system = { $path } wird nie freigegeben. Der Ordner gehört zum System ({ $folder }).
host-root-refused-homes = { $path } wird nie freigegeben. Der Ordner enthält ganze Benutzerordner oder Datenträger.
host-root-refused-home = { $path } wird nie freigegeben. Der Ordner enthält Ihren ganzen Benutzerordner.
host-root-refused-secret = { $path } wird nie freigegeben. Der Ordner enthält Geheimnisse: { $what }.

## Why the name of a folder must be typed, without a full stop
host-root-risk-home = Das ist Ihr ganzer Benutzerordner, mit allen Schlüsseln, E-Mails und Dokumenten
host-root-risk-settings = Programme bewahren in diesem Ordner ihre Einstellungen auf, und damit Schlüssel und Sitzungen
host-root-risk-secret = Der Ordner enthält { $path } ({ $what })
host-root-risk-own = Der Ordner enthält Innkeepers eigene Daten ({ $path })

## Kinds of secrets
host-secret-machine-keys = Schlüssel für andere Rechner
host-secret-encryption-keys = Schlüssel zum Verschlüsseln
host-secret-cloud-keys = Cloud-Schlüssel
host-secret-cluster-keys = Cluster-Schlüssel
host-secret-registry-keys = Registry-Schlüssel
host-secret-private-key = privater Schlüssel
host-secret-passwords = Passwörter
host-secret-keychain = Schlüsselbund
host-secret-browser = Browserprofil
host-secret-mail = E-Mails
host-secret-apps = Daten Ihrer Apps
host-secret-environment = Umgebungsdatei
host-secret-wallet = Wallet

## Granted folders
host-root-gone = an seinem Pfad ist kein Ordner mehr
host-root-replaced = an seinem Pfad ist jetzt ein anderer Ordner
host-root-locked = er kann nicht mehr gelesen werden
host-root-no-answer = sein Datenträger antwortet nicht
host-root-withdrawn = Der Zugriff auf den Ordner { $path } wurde entzogen: { $reason }
host-root-back = Der Zugriff auf den Ordner { $path } gilt wieder
host-root-restart = Neustart mit dem Ordner, den Sie freigegeben haben
host-root-restart-without = Neustart ohne den Ordner, den Sie entzogen haben

## Suggestions
host-root-named = Sein Befehl nennt diesen Ordner
host-root-repository = Repository
