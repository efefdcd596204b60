### Updates of the program itself, as the host describes them. Only Rust uses these messages.

host-update-unreachable = { $host } ist nicht erreichbar: { $why }.
host-update-timeout = { $host } hat nicht rechtzeitig geantwortet.
host-update-status = { $host } hat mit dem HTTP-Status { $status } geantwortet.
host-update-https = Die Aktualisierung führt ohne https zu { $host }. Innkeeper ist dem nicht gefolgt.
host-update-redirects = Die Aktualisierung wurde mehr als { $most } Mal weitergeleitet.
host-update-large-manifest = Die Liste der Aktualisierungen ist größer als { $most } KiB.
host-update-large-file = Die Datei der Aktualisierung ist größer als { $most } MiB.
host-update-packed = { $host } hat seine Antwort komprimiert, was Innkeeper nicht verlangt hat.
host-update-cut = Die Verbindung zu { $host } endete, bevor die Aktualisierung ganz da war.
host-update-malformed = Die Liste der Aktualisierungen ist ungültig: { $what } fehlt oder ist falsch.
host-update-no-file = Die Aktualisierung hat keine Datei für dieses System.
host-update-signature = Die Datei ist nicht vom Herausgeber dieses Programms signiert: { $why }. Sie wurde verworfen.
host-update-other-version = Die Datei ist für eine andere Version signiert als die angekündigte. Sie wurde verworfen.
host-update-cancelled = Das Herunterladen wurde abgebrochen.
host-update-not-permitted = Das System hat die Installation nicht erlaubt.
host-update-no-pkexec = Das Installieren eines Pakets braucht pkexec, das nicht gefunden wurde. Installieren Sie es, oder installieren Sie die neue Version von Hand.
host-update-not-installed = Die Aktualisierung wurde nicht installiert: { $why }.
host-update-none = Sie haben die neueste Version.
host-update-none-older = Sie haben die neueste Version. Der Server bietet { $version } an.
host-update-found = Version { $version } ist verfügbar.
host-update-none-here = Dieser Build hat keine Aktualisierungen: Er wurde ohne Aktualisierungsserver erstellt.
host-update-not-here = Diese Kopie wurde nicht aus einem Paket installiert und kann sich deshalb nicht ersetzen. Installieren Sie die neue Version so, wie Sie diese installiert haben.
host-update-nothing = Es gibt keine Aktualisierung zu installieren.
host-update-busy = Eine Suche oder ein Herunterladen läuft.
host-update-calls = { $count ->
        [one] { $count } Werkzeugaufruf läuft.
       *[other] { $count } Werkzeugaufrufe laufen.
    } Wenn Sie jetzt installieren, wird er gestoppt.
host-update-calls-hint = Warten Sie, bis er endet, oder wählen Sie, trotzdem zu installieren.
