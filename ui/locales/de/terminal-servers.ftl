## Adding, listing, switching
terminal-server-added = { $server } ist hinzugefügt. Es wurde nichts gestartet.
terminal-server-removed = { $server } ist entfernt.
terminal-server-on = { $server } ist eingeschaltet.
terminal-server-off = { $server } ist ausgeschaltet.
terminal-server-no-id = Der Server hat keine Kennung.
terminal-server-no-command = Ein Server braucht einen Befehl.
terminal-hint-command = Geben Sie ihn nach `--` an.
terminal-env-form = Was auf --env folgt, hat nicht die Form NAME=VALUE.
terminal-hint-env-from = Um Ihre eigene Variable zu verwenden, geben Sie --env-from NAME an.
terminal-header-form = Was auf { $option } folgt, hat keinen Namen vor einem Doppelpunkt.
terminal-hint-header = Geben Sie es als NAME:WERT an, zum Beispiel "X-Api-Key: …".
terminal-unknown-server = Diesen Server gibt es nicht.

## What a server may ask for
terminal-features-both = { $server } darf Ihr Modell fragen und darf Sie fragen.
terminal-features-model = { $server } darf Ihr Modell fragen, aber nicht Sie.
terminal-features-input = { $server } darf Sie fragen, aber nicht Ihr Modell.
terminal-features-none = { $server } darf weder Ihr Modell noch Sie fragen.
terminal-instructions-none = Von { $server } sind keine Anweisungen für Modelle bekannt. Ein Server sendet sie beim Start.
terminal-instructions-read = Modelle lesen diese Anweisungen, als Behauptungen von { $server }:
terminal-instructions-unread = { $server } bietet diese Anweisungen an. Kein Modell liest sie:
terminal-instructions-changed = Der Server hat seine Anweisungen geändert. Die neuen gelten erst, wenn Sie die Änderung annehmen.
terminal-sampling-on = { $server } darf Ihr Modell fragen.
terminal-sampling-off = { $server } darf Ihr Modell nicht fragen.
terminal-sampling-budget = Budget: { $minute } von { $minute-limit } Anfragen in dieser Minute, { $day } von { $day-limit } Tokens heute.
terminal-sampling-reviewed = Sie sehen jede Antwort, bevor der Server sie erhält.
terminal-sampling-unreviewed = Der Server erhält Antworten ungesehen, außer sie rufen seine Werkzeuge auf.
terminal-sampling-cost = Kosten: heute { $today }, insgesamt { $total }.
terminal-cost-unknown = nicht bekannt
terminal-sampling-edited = { $state }, bearbeitet
terminal-sampling-tokens = { $input } hinein, { $output } heraus

## sleep
terminal-sessions-automatic = Innkeeper wählt, ob es mit „{ $server }“ in Sitzungen spricht.
terminal-sessions-with = Innkeeper spricht mit „{ $server }“ in Sitzungen.
terminal-sessions-without = Innkeeper spricht mit „{ $server }“ ohne Sitzungen.
terminal-sleep-after = „{ $server }“ schläft nach { $minutes } { $minutes ->
    [one] Minute
   *[other] Minuten
} ohne Nutzung.
terminal-sleep-never = „{ $server }“ schläft nie.
terminal-woken = „{ $server }“ läuft und bietet { $count ->
    [one] ein Werkzeug
   *[other] { $count } Werkzeuge
} an, wie Sie { $count ->
    [one] es
   *[other] sie
} angenommen haben.
terminal-woken-changed = „{ $server }“ läuft, und { $count ->
    [one] eine Änderung wartet
   *[other] { $count } Änderungen warten
} auf Ihre Prüfung. Ein Aufruf eines geänderten Werkzeugs zeigt sie.

## doctor
terminal-doctor-works = Nichts: Der Server funktioniert.
terminal-doctor-start-again = Starten Sie den Server noch einmal.
terminal-doctor-ready = Zustand       bereit
terminal-doctor-ready-process = Zustand       bereit, Prozess { $pid }
terminal-doctor-stopped = Zustand       gestoppt: { $reason }
terminal-doctor-failed = Zustand       fehlgeschlagen: { $reason }
terminal-doctor-sign-in = Zustand       braucht eine Anmeldung: { $reason }
terminal-doctor-starting = Zustand       startet
terminal-doctor-asleep = Zustand       schläft
terminal-doctor-printed = Ausgabe       { $line }
terminal-doctor-program = Programm      { $path }
terminal-doctor-transport = über          { $transport }
terminal-doctor-headers = Header        { $names }
terminal-doctor-searched = durchsucht    { $path }
terminal-doctor-era = Protokoll     Revision { $revision }
terminal-doctor-spoken = gesprochen    { $era }
terminal-doctor-can = kann          { $names }
terminal-doctor-claims = nennt sich    { $name } { $version }
terminal-doctor-tools = Werkzeuge     { $count }: { $names }
terminal-doctor-unreadable = unlesbar      { $line }
terminal-doctor-stderr = seine Fehlerausgabe endet mit
terminal-doctor-not-given = nicht gegeben { $names }: bei Ihnen gesetzt, dem Server nicht gegeben; entfernen Sie ihn und fügen Sie ihn mit { $options } neu hinzu, falls er sie braucht
terminal-doctor-found = { $server } startete nicht: { $reason }.
terminal-doctor-to-do = was zu tun ist: { $action }

## import
terminal-import-failed = { $count ->
        [one] { $count } Server konnte
       *[other] { $count } Server konnten
    } nicht hinzugefügt werden.
terminal-hint-no-keychain = Es gibt keinen Schlüsselbund: Mit --env-from werden Werte stattdessen aus Ihrer eigenen Umgebung gelesen.
terminal-hint-missing-values = Geben Sie fehlende Werte mit --set NAME=VALUE an.
terminal-stdin-unreadable = Die Standardeingabe konnte nicht gelesen werden: { $error }.
terminal-hint-stdin-text = Sie muss Text sein.
terminal-import-no-server = In der Datei gibt es keinen Server namens „{ $name }“.
terminal-hint-dry-run = `--dry-run` zeigt die Namen.
terminal-import-server = { $server }: { $state }
terminal-import-not-added = nicht hinzugefügt: { $reason }
terminal-import-changed = geändert: { $parts }
terminal-import-added = hinzugefügt
terminal-import-new = neu
terminal-import-new-off = neu, dort ausgeschaltet
terminal-import-same = schon vorhanden
terminal-import-differs = weicht ab: { $parts }
terminal-import-unreadable = kann nicht hinzugefügt werden: { $reason }
terminal-import-project = verwendet im Projekt { $path }
terminal-import-from-environment = { $names }: aus Ihrer Umgebung gelesen, nicht aus der Datei
terminal-import-kept = { $names }: im Schlüsselbund aufbewahrt
terminal-import-asked = { $names }: wird beim ersten Start erfragt
terminal-import-environment = { $names }: aus Ihrer Umgebung gelesen
terminal-import-program = Die Datei gehört zu { $program }.
terminal-import-variable = { $name } aus { $source }: { $state } ({ $places })
terminal-source-each-start = Ihrer Umgebung, bei jedem Start
terminal-source-once = Ihrer Umgebung, einmal
terminal-source-input = Ihrer Eingabe: das andere Programm fragt danach
terminal-source-home = Ihrem Benutzerordner
terminal-variable-set = gesetzt
terminal-variable-default = nicht gesetzt, { $default } wird verwendet
terminal-variable-needed = nicht gesetzt: geben Sie sie mit --set an
terminal-variable-not-set = nicht gesetzt

## Sign-in
terminal-paste = Innkeeper wartet auf die Rückkehr des Browsers. Sie können auch die Adresse hier einfügen, bei der er geendet hat.
terminal-signed-in = Bei { $server } angemeldet.
terminal-memory-only = Das wird nur im Arbeitsspeicher gehalten und ist jetzt vergessen: Es gibt keinen Schlüsselbund.
terminal-client-forgotten = Ihr eigener Client für { $server } bei { $issuer } ist vergessen.
terminal-client-used = { $server } verwendet Ihren eigenen Client bei { $issuer }.
terminal-no-client-secret = In der Standardeingabe steht kein Client-Geheimnis.
terminal-hint-client-secret = Geben Sie es als eine Zeile an, zum Beispiel mit <Datei.
terminal-signed-out-told = Von { $server } abgemeldet. Die Token sind hier gelöscht. Der Anbieter wurde benachrichtigt.
terminal-signed-out = Von { $server } abgemeldet. Die Token sind hier gelöscht. Der Anbieter wurde nicht benachrichtigt: Er bietet keinen Weg dafür, oder es gab nichts mitzuteilen.
terminal-account-never = Nicht angemeldet.
terminal-account-out = Abgemeldet.
terminal-account-in = Angemeldet.
terminal-account-at = bei          { $issuer }
terminal-account-for = für          { $resource }
terminal-account-scopes = Scopes       { $scopes }
terminal-account-since = seit         { $time }
terminal-account-ends = endet        { $time }
terminal-account-renewed = endet        { $time }, wird vorher automatisch erneuert
terminal-workload-form = --workload-token erwartet SERVER=DATEI und nicht { $given }.
terminal-workload-path = Der Pfad des Workload-Tokens ist nicht verwendbar: { $error }
terminal-account-bound = gebunden     an einen Schlüssel dieses Rechners (DPoP): Ein kopiertes Token ist wertlos
terminal-account-known-as = bekannt als  { $client }
terminal-account-memory = aufbewahrt   nur im Arbeitsspeicher: Es gibt keinen entsperrten Schlüsselbund
terminal-client-entered = die Client-ID, die Sie eingegeben haben
terminal-client-document = das öffentliche Dokument über Innkeeper
terminal-client-registered = ein Client, den Innkeeper dort für diesen Server registriert hat
terminal-client-program = Innkeeper selbst, mit dem Geheimnis oder Schlüssel, den Sie eingegeben haben

## Folders
terminal-root-granted = Freigegeben.
terminal-root-revoked = Widerrufen.
terminal-roots-none = Es ist kein Ordner freigegeben.
terminal-roots-told = Einem Server wird gesagt, dass er dort arbeiten soll. In einer Sandbox sieht er nur diese Ordner; ohne Sandbox beschränkt ihn nichts auf sie.
terminal-root-row = { $server }  { $path }  { $access }  „{ $name }“, seit { $time }
terminal-root-row-argument = { $server }  { $path }  { $access }, als letztes Argument  „{ $name }“, seit { $time }
terminal-root-row-variable = { $server }  { $path }  { $access }, als { $variable }  „{ $name }“, seit { $time }
terminal-root-withdrawn = (entzogen: { $reason })
terminal-root-read = lesen
terminal-root-staged = lesen, und schreiben mit Prüfung
terminal-root-write = lesen und schreiben
terminal-root-no-path = Es ist kein Ordner angegeben: { $error }.
terminal-root-not-unicode = Der Name des Ordners ist kein gültiges Unicode.
terminal-sandbox-none = Er läuft ohne Sandbox: Er darf alles, was Sie dürfen.
terminal-sandbox-private = Sein privater Ordner { $path }: { $size } von höchstens { $limit } GiB
terminal-sandbox-private-at-least = Sein privater Ordner { $path }: mindestens { $size } von höchstens { $limit } GiB
terminal-sandbox-private-over = Sein privater Ordner { $path }: { $size }, mehr als { $limit } GiB. Der Server startet erst, wenn Sie ihn leeren (`--clear`) oder das Limit erhöhen (`--private-limit GIB`).
terminal-sandbox-links = { $path }: { $links }
terminal-launch-unseen = Er nennt einen Ordner, den er erst sieht, wenn Sie ihn freigeben: { $path }
terminal-hosts-none = Kein Host ist erlaubt.
terminal-hosts-row = { $host } (immer, seit { $since })
terminal-hosts-row-later = { $host }: immer; Programme ohne Proxy erreichen ihn nach einem Neustart des Servers
terminal-hosts-row-run = { $host } (solange er läuft)
terminal-hosts-traffic = { $host }: { $open } offen, { $sent } Bytes gesendet, { $received } Bytes empfangen, { $refused } abgelehnt
terminal-hosts-why = { $line }: { $reason }
terminal-hosts-failed = Innkeeper lehnte Verbindungen zu { $hosts } ab, die nicht erlaubt sind.
terminal-hosts-failed-hint = Wenn der Server sie braucht, erlauben Sie sie mit `servers reach "{ $server }" --allow { $host }`.
terminal-traffic-round = Runde { $number }
