### The registry of servers in the terminal program. Only Rust uses them.

terminal-registry-on = Die Registry ist eingeschaltet: { $address }
terminal-registry-off = Die Registry ist ausgeschaltet. Ihre Adresse: { $address }
terminal-registry-off-address = Eine Adresse schaltet die Registry ein, und `off` schaltet sie aus.
terminal-registry-none = { $host } führt keinen solchen Server. Gesucht wird nur in Namen.
terminal-registry-refused = { $count ->
    [one] { $count } Eintrag entfällt, weil er nicht zum Schema passt.
   *[other] { $count } Einträge entfallen, weil sie nicht zum Schema passen.
 }
terminal-registry-more = Es gibt mehr: --page { $page }
terminal-registry-from = Download von { $host }
terminal-registry-downloads = Das Bundle wird von { $host } heruntergeladen.
terminal-registry-claims = Von { $host }. Dort kann jeder veröffentlichen: Namen, Beschreibungen und Herausgeber sind Behauptungen.
terminal-registry-unvouched = Das sind Behauptungen des Herausgebers. `servers add NAME --from-registry` prüft den Start, bevor etwas startet.
terminal-registry-deprecated = (veraltet)
terminal-registry-deleted = (gelöscht)
terminal-registry-title = Titel: { $title }
terminal-registry-description = Beschreibung: { $text }
terminal-registry-publisher = Veröffentlicht unter: { $publisher } (eine Behauptung)
terminal-registry-repository = Repository: { $url } (eine Behauptung)
terminal-registry-website = Website: { $url }
terminal-registry-updated = Geändert: { $moment }
terminal-registry-status = Hinweis des Herausgebers: { $text }
terminal-registry-versions = Versionen: { $versions }
terminal-registry-value = Wert { $key }, optional: { $what }
terminal-registry-value-needed = Wert { $key }, nötig: { $what }
terminal-registry-value-default = Wert { $key }, sonst „{ $default }“: { $what }
terminal-registry-name = Variable oder Header { $name }, optional: { $what }
terminal-registry-name-needed = Variable oder Header { $name }, nötig: { $what }
terminal-hint-registry-set = Geben Sie Werte mit --set NAME=VALUE an. `registry show { $name }` führt sie auf.
