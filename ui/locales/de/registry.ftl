## Browse
browse = Woher der Server kommt
browse-known = Bekannte
registry = Registry

## Registry
registry-off = Die Registry ist ausgeschaltet.
registry-off-sends = Solange sie eingeschaltet ist, sendet Innkeeper Ihre Suchen und die Namen der Server, die Sie öffnen, an die Adresse unten. Von Ihren Unterhaltungen, Servern und Schlüsseln sendet Innkeeper nichts.
registry-off-claims = Jeder kann in einer Registry veröffentlichen. Die Liste bekannter Server braucht kein Netz.
registry-address = Adresse
registry-address-hint = https, auf diesem Computer auch http
registry-official = Die offizielle verwenden
registry-switch-on = Registry einschalten…
registry-confirm = Bestätigen Sie es im Freigabefenster.
registry-nothing-sent = Nichts wurde gesendet.
registry-search = Registry nach Namen durchsuchen
registry-found = Server der Registry
registry-loading = Die Registry wird gelesen.
registry-again = Erneut versuchen
registry-none = Kein Name in { $host } enthält „{ $text }“.
registry-refused = { $count ->
    [one] Ein Eintrag entfällt, weil er nicht zum Schema passt.
   *[other] { $count } Einträge entfallen, weil sie nicht zum Schema passen.
 }
registry-more = Mehr anzeigen
registry-from = Von { $host }. Namen, Beschreibungen und Herausgeber sind Behauptungen.
registry-switch-off = Registry ausschalten
registry-deleted = Gelöscht
registry-deprecated = Veraltet
registry-check = Genau prüfen: Es ähnelt etwas anderem

## Registry entry
registry-back = Zurück zur Liste
registry-imitates = Prüfen Sie genau, ob das der Server ist, den Sie meinen.
registry-publisher-says = Der Herausgeber sagt: { $text }
registry-name = Name
registry-publisher = Veröffentlicht unter
registry-repository = Repository
registry-website = Website
registry-version = Version
registry-claims = All das behauptet der Herausgeber. Innkeeper hat es nicht geprüft.
registry-no-ways = Der Eintrag nennt weder ein Paket noch eine URL und kann daher nicht hinzugefügt werden.
registry-ways = Pakete und URLs
registry-not-addable = Das kann nicht hinzugefügt werden.
registry-optional = optional
registry-secret = Ein Geheimnis in der Befehlszeile oder URL, wo andere Programme es sehen können.
registry-needs = Er braucht { $names }. Die Werte geben Sie bei der Prüfung ein.
registry-may = Er kann auch { $names } verwenden. Fügen Sie die Namen unten hinzu, wenn Sie sie wollen.
registry-fill = Formular ausfüllen
registry-fill-hint = Noch wird nichts hinzugefügt oder gestartet.
registry-download = Von { $host } herunterladen
registry-download-hint = Innkeeper vergleicht die Datei mit dem Eintrag und zeigt sie zur Prüfung. Noch wird nichts hinzugefügt oder gestartet.
registry-downloading = Das Bundle wird heruntergeladen…
registry-filled = Aus der Registry ausgefüllt.
registry-undo = Auswahl zurücknehmen
