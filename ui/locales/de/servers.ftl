## AddServer
add-words = Innkeeper startet ihn mit diesen Wörtern. Keine Shell liest sie.
add-words-shell = Innkeeper startet ihn mit diesen Wörtern. Keine Shell liest sie: Zeichen wie $, * und | bleiben, wie sie sind.

## Import
import-found-of = Das ist eine Datei von { $program }. Innkeeper fügt nichts hinzu, bevor Sie bestätigen, und der Import startet nichts.
import-found = Format: { $format }. Innkeeper fügt nichts hinzu, bevor Sie bestätigen, und der Import startet nichts.

## ImportServer
import-set = gesetzt
import-value-of = Wert von { $name }

## NotReady
list-empty = Keine { $what }
list-none = Er bietet keine { $what }
list-undeclared = Der Server hat beim Start keine { $what } angegeben.
list-later = { $state }. Ein Server listet seine { $what } auf, wenn er bereit ist.
what-tools = Werkzeuge
what-resources = Ressourcen
what-prompts = Prompts

## Overview
server-revision-unknown = eine unbekannte
server-refused-once = Innkeeper hat eine seiner Anfragen an Sie abgewiesen ({ $time }):
server-refused = Innkeeper hat { $count } seiner Anfragen an Sie abgewiesen, die letzte { $time }:

## PastedNotice
pasted-kept = { $names }: { $count ->
        [one] Der eingefügte Wert geht
       *[other] Die eingefügten Werte gehen
     } in den Schlüsselbund, wenn Sie ihn hinzufügen.

## ServerFolders
folder-argument = , sein letztes Argument
folder-variable = , seine Variable { $name }
folder-revoke-path = Zugriff entziehen: { $path }
folder-grant-path = Freigeben: { $path }

## ServerHealth
health-calls = { $done } fertig, { $failed } fehlgeschlagen, { $denied } abgelehnt
health-tools = { $count ->
        [one] { $count } Werkzeug
       *[other] { $count } Werkzeuge
     } für Modelle, { $weight } in jeder Anfrage
health-no-tools = keine Werkzeuge für Modelle
health-slowest = , langsamste { $time }

## ServerSampling
sampling-minute = Anfragen je Minute
sampling-requests = Anfragen
sampling-minute-hint = { $count ->
        [one] { $count } Anfrage
       *[other] { $count } Anfragen
     } in der letzten Minute. Mehr weist Innkeeper ab, ohne zu fragen. Ein Erhöhen bestätigen Sie im Freigabefenster.
sampling-day = Tokens je Tag
sampling-tokens = Tokens
sampling-day-hint = { $used } heute verbraucht, { $left } übrig.

## sampling
sampling-state-answered = beantwortet
sampling-state-denied = abgelehnt
sampling-state-failed = fehlgeschlagen

## weight
weight = etwa { $tokens } Tokens

## AddServer
add-local = Ein Programm auf diesem Rechner
add-local-how = wird durch seinen Befehl gestartet
add-remote = Ein Server unter einer URL
add-remote-how = über das Netzwerk erreicht
add-name-taken = Es gibt bereits einen Server namens „{ $name }“. Wählen Sie einen anderen Namen.
add-url-missing = Geben Sie eine vollständige URL ein, etwa https://example.com/mcp.
add-header-bad = „{ $name }“ kann kein Name eines Headers sein. Werte geben Sie später ein.
add-command-missing = Geben Sie einen Befehl ein.
add-variable-bad = „{ $name }“ kann kein Name einer Variablen sein. Werte geben Sie später ein.
add-change-remote = Innkeeper trennt ihn, und Sie prüfen seine URL, bevor er sich wieder verbindet. Werte von Headern bleiben. Ein anderer Ursprung erhält nur, was Sie im Freigabefenster ankreuzen.
add-change-local = Innkeeper stoppt ihn, und Sie prüfen den Start, bevor er wieder startet. Werte von Variablen bleiben. Ein anderes Programm erhält nur, was Sie im Freigabefenster ankreuzen.
add-lead = Ein Server gibt dem Modell Werkzeuge. Fügen Sie seine Befehlszeile, sein JSON, seine URL oder einen Link, der ihn in ein anderes Programm einträgt, in ein Feld ein oder füllen Sie die Felder aus. Sie prüfen alles, bevor etwas startet.
add-where = Ort des Servers
add-url = URL
add-url-hint = wie vom Anbieter angegeben
add-headers = Namen der Header
add-headers-hint = nur wenn er einen Schlüssel braucht, einer je Zeile
add-headers-note = Nur Namen. Werte geben Sie im Freigabefenster ein, und Innkeeper speichert sie im Schlüsselbund. Sie werden verschlüsselt oder an diesen Rechner gesendet und an niemanden sonst.
add-command = Befehl
add-command-hint = ein Programm, ohne seine Argumente
add-arguments-hint = auf einer Zeile oder eines je Zeile
add-folder = Ordner hinzufügen …
add-cwd = Arbeitsverzeichnis
add-cwd-hint = Ihr Benutzerordner, wenn leer
choose-ellipsis = Wählen …
add-variables = Namen der Variablen
add-variables-hint = einer je Zeile
add-variables-note = Nur Namen. Werte geben Sie im Freigabefenster ein, und Innkeeper speichert sie im Schlüsselbund.
nothing-added = Nichts wurde hinzugefügt.
add-change-review = Ändern und prüfen
add-review = Hinzufügen und prüfen

## ChangeNotice
server-review-change = Änderung prüfen
server-not-accepted = Nichts wurde angenommen.

## GivenFields
server-suggestions = Vorschläge beim Tippen
needs-value = Geben Sie einen Wert ein.

## Import
import-title = Server importieren
import-added = { $count ->
        [one] { $count } Server
       *[other] { $count } Server
     } hinzugefügt.
import-added-hint = Nichts wurde gestartet. Sie prüfen jeden Server, wenn Sie ihn starten.
import-not-added = { $name } wurde nicht hinzugefügt.
import-open-server = { $name } öffnen
import-others = Weitere importieren
import-none = Die Datei enthält keine Server.
import-none-hint = Wählen Sie eine andere Datei.
import-list = Gefundene Server
import-no-keychain = Es gibt keinen Schlüsselbund für die Werte dieser Datei.
import-no-keychain-hint = Lassen Sie sie weg und setzen Sie diese Variablen in Ihrer eigenen Umgebung.
import-from-environment = Bei jedem Start aus meiner Umgebung lesen
import-missing = { $count ->
        [one] { $count } Wert fehlt
       *[other] { $count } Werte fehlen
     }: { $names }
import-add = { $count ->
        [one] { $count } Server
       *[other] { $count } Server
     } hinzufügen
import-lead = Importieren Sie Server aus Claude Desktop, Claude Code, Cursor, VS Code, Windsurf, Gemini CLI und anderen. Sie sehen zuerst, was hinzugefügt würde; der Import startet nichts.
import-look-at = Server zeigen: { $program }
import-look = Server zeigen
import-no-places = Keine ihrer Dateien liegt am üblichen Ort.
import-file = Datei öffnen …
import-paste = Oder einfügen
import-paste-hint = JSON, TOML oder YAML; ein Teil einer Datei genügt
import-values = Innkeeper speichert Werte von Variablen und Headern im Schlüsselbund, nirgendwo sonst.
import-look-text = Server darin zeigen

## ImportServer
import-new-off = neu, dort ausgeschaltet
import-here = schon vorhanden
import-changes = ändert { $what }
import-unreadable = kann nicht hinzugefügt werden
import-own-environment = Aus Ihrer eigenen Umgebung, nicht aus der Datei
import-to-keychain = In den Schlüsselbund
import-asked = Beim ersten Start abgefragt
import-from-own = Aus Ihrer eigenen Umgebung
your-home = Ihr Benutzerordner
import-asked-there = dort eingegeben
import-live = Ihre Umgebung, bei jedem Start
import-once = Ihre Umgebung, einmal beim Hinzufügen
import-given = hier eingegeben
import-default = nicht gesetzt, „{ $value }“ wird verwendet
import-unset = nicht gesetzt
works-in = Arbeitet in
import-project = Verwendet im Projekt
import-places = · verwendet für: { $places }
import-open-value = Er wird Teil des Starts des Servers, unverschlüsselt gespeichert und angezeigt.

## NotReady
not-running = Er läuft nicht
not-ready = Er ist nicht bereit
list-empty-hint = Der Server kann welche anbieten und hat derzeit keine. Sie erscheinen hier, sobald er sie meldet.
sign-in-show = Anmeldung zeigen
sign-in = Anmelden

## Notes
notes-unreadable = { $count ->
        [one] { $count } Angabe
       *[other] { $count } Angaben
     } nicht lesbar

## Overview
server-wrote-last = Letzte Ausgabe
server-whole-log = Ganzes Log zeigen
server-wrote-hint = Seine Fehlerausgabe: Worte des Servers, nicht unsere.
server-older = Er verwendet eine ältere Protokollrevision als zuletzt.
server-older-hint = Jetzt { $revision }, vorher { $before }. Wenn Sie keine ältere Version eingespielt haben, prüfen Sie, wie er startet.
server-refused-why = { $why } Sie wurden nicht gefragt.
server-notes = Seine Anweisungen für das Modell
server-notes-changed = Der Server hat seine Anweisungen geändert.
server-notes-accepted = Das haben Sie angenommen.
server-notes-hint = Worte des Servers. Ihre Modelle lesen sie nur, wenn Sie es erlauben, gekennzeichnet als Behauptungen dieses Servers.
server-notes-for-models = Modelle sie lesen lassen
server-notes-were-none = Als Sie ihn angenommen haben, hatte er keine.
server-notes-none = Er hat keine.
server-notes-unknown = Keine bekannt: Er sendet sie beim Start.

## PastedNotice
pasted-nothing = Nichts wurde hinzugefügt oder gestartet.
pasted-host = { $names }: wird bei jedem Start aus der Umgebung von Innkeeper gelesen.
pasted-filled = Aus dem Eingefügten ausgefüllt.
pasted-undo = Einfügen rückgängig machen
pasted-no-shell = Keine Shell liest das, es bleibt also wie geschrieben. Ersetzen Sie es durch das Gemeinte:
pasted-several = Das enthält { $count ->
        [one] { $count } Server
       *[other] { $count } Server
     }.
pasted-several-hint = Wählen Sie, welche Sie hinzufügen. Nichts startet.
pasted-choose = Server wählen
pasted-unclear = Das wurde nicht ausgefüllt.

## Server
tab-overview = Überblick
resources = Ressourcen
prompts = Prompts
tab-log = Log
tab-traffic = Datenverkehr
tab-account = Konto
server-revision = Revision { $revision }
server-more = Weitere Aktionen für { $name }
server-change = Diesen Server ändern
server-turn-on = Einschalten
server-turn-off = Ausschalten
server-turn-off-hint = Er stoppt, und keine Unterhaltung kann ihn verwenden, bis Sie ihn wieder einschalten.
server-off = aus
server-turned-off = Ausgeschaltet
stop = Stoppen
restart = Neu starten
start-now = Jetzt starten
server-duplicate = Diesen Server duplizieren
server-remove = Diesen Server entfernen

## ServerAsks
features = Was er anfordern darf
features-model = Antworten Ihres Modells
features-model-allow = Anfragen an Ihr Modell erlauben
features-model-hint = Sie sehen seine Anfrage vor Ihrem Modell und die Antwort vor dem Senden, bis Sie das für diesen Server ausschalten.
features-form = Rückfragen an Sie
features-form-allow = Rückfragen erlauben
features-form-hint = Formulare zum Ausfüllen und Seiten zum Besuchen. Sie entscheiden jedes Mal.
features-restart = Eine Änderung startet ihn neu: Ein Server erfährt beim Start, was er anfordern darf.
sessions = Sitzungen
sessions-automatic = Automatisch
sessions-with = Mit Sitzungen
sessions-without = Ohne Sitzungen
sessions-hint = Neuere Server arbeiten ohne Sitzungen. Manche ihrer Werkzeuge können nur in einer Sitzung etwas anfordern.
sessions-now = Jetzt { $era }.

## ServerBounds
server-limits = Limits dieses Servers
server-limits-hint = Ein hier nicht gesetztes Limit folgt den Einstellungen. Wird ein Limit erreicht, endet die Anfrage, und das Log verzeichnet es.
server-limit-default = Wie in den Einstellungen.
server-limit-own = Für diesen Server gesetzt.

## ServerClaims
not-stated = nicht angegeben
claims-title = Was er über sich angibt
claims-about = Beschreibung
claims-website = Website
copy-address = Adresse kopieren
claims-icons = Symbole
claims-icons-count = { $count ->
        [one] { $count } Symbol
       *[other] { $count } Symbole
     }, nicht geladen
claims-revision = Revision
claims-era = Protokollmodus
claims-can = Fähigkeiten
claims-nothing = keine angegeben
claims-hint = Angaben des Servers, unverändert. Sie nennen ihn { $name }.
claims-later = Noch nichts. Der Server beschreibt sich beim Start.

## ServerCommand
server-where = Ort
server-headers = Header
none = keine
server-transport = Transport
server-start = Wie er startet
server-variables = Variablen
server-process = Prozess

## ServerReach
reach-title = Was er erreicht
reach-folders = Ordner
reach-folders-more = { $count ->
        [one] und { $count } weiterer
       *[other] und { $count } weitere
     }
reach-folders-change = Seine Ordner ändern
reach-hosts = { $count ->
        [0] Keinen Host. Innkeeper fragt Sie nach jedem.
        [one] { $count } Host, den Sie erlaubt haben. Nach jedem anderen fragt Innkeeper.
       *[other] { $count } Hosts, die Sie erlaubt haben. Nach jedem anderen fragt Innkeeper.
     }
reach-hosts-show = Die erlaubten Hosts zeigen
reach-remote = Er ist ein entfernter Server: Was er erhält, verlässt diesen Rechner.
reach-usual = Was sein Befehl braucht; bekannt, sobald er läuft
reach-enforced = Vom System erzwungen
reach-partly = Zum Teil erzwungen
reach-later = Ja. Was das System erzwingt, ist bekannt, sobald er läuft.
reach-sandbox-change = Seine Sandbox ändern

## ServerMay
may-title = Was er darf
may-tools-later = Bekannt, sobald er gestartet ist
may-tools-off = { $count ->
        [one] { $count } Werkzeug ist aus oder nicht angenommen
       *[other] { $count } Werkzeuge sind aus oder nicht angenommen
     }
may-tools-show = Seine Werkzeuge zeigen
may-rules-allow = { $count ->
        [one] { $count } erlaubt ohne Rückfrage
       *[other] { $count } erlauben ohne Rückfrage
     }
may-rules-ask = { $count ->
        [one] { $count } fragt immer
       *[other] { $count } fragen immer
     }
may-rules-deny = { $count ->
        [one] { $count } lehnt ab
       *[other] { $count } lehnen ab
     }
may-trusted = Sie glauben ihm, wenn er sagt, dass ein Werkzeug nur liest
may-suspended = Ausgesetzt: Keine Regel erlaubt jetzt etwas
may-rules-show = Alle Regeln zeigen

## ServerFolders
folders = Ordnerzugriff
folder-granted = { $access }, erteilt { $day }{ $pass }
folder-withdrawn = Entzogen: { $why }.
folder-revoke = Zugriff entziehen
folder-pending = { $count ->
    [one] Eine Änderung steht aus. Der Ordner bleibt unverändert, bis Sie sie übernehmen.
   *[other] { $count } Änderungen stehen aus. Der Ordner bleibt unverändert, bis Sie sie übernehmen.
}
folder-review = Änderungen prüfen…
folder-review-path = Änderungen prüfen: { $path }
folder-left = { $count ->
    [one] Eine Änderung wurde nicht übernommen. Sie steht weiterhin aus.
   *[other] { $count } Änderungen wurden nicht übernommen. Sie stehen weiterhin aus.
}
pending-changes = Ausstehende Änderungen
pending-changes-of = { $count ->
    [one] { $server } hat eine Änderung in { $folder } vorgenommen. Ihre Dateien bleiben unverändert, bis Sie sie übernehmen.
   *[other] { $server } hat { $count } Änderungen in { $folder } vorgenommen. Ihre Dateien bleiben unverändert, bis Sie sie übernehmen.
}
pending-changes-kept = Nichts wurde geändert.
folder-links = { $count ->
    [one] 1 Link führt hinaus und funktioniert nicht.
   *[other] { $count } Links führen hinaus und funktionieren nicht.
}
folder-links-at-least = { $count ->
    [one] Mindestens 1 Link führt hinaus und funktioniert nicht.
   *[other] Mindestens { $count } Links führen hinaus und funktionieren nicht.
}
folders-none = Keiner. Wenn er nach seinen Ordnern fragt, erfährt er von keinem.
nothing-granted = Es wurde kein Zugriff gegeben.
folder-grant = Ordner freigeben …
folders-looking = Wird gesucht …
folders-suggest = Ordner vorschlagen
folders-suggested = Vorschläge
folder-grant-short = Freigeben …
folders-no-suggestion = In Ihrem Benutzerordner wurde kein Repository gefunden, und sein Befehl nennt keinen Ordner.
folders-hint = Ordner sagen einem Server, wo er arbeiten soll. In einer Sandbox sieht er nur diese. Ohne Sandbox kann er alles öffnen, was Sie öffnen können.

# Die Sandbox eines lokalen Servers
sandbox = Sandbox
sandbox-enforced = Erzwungen
sandbox-advisory = Nur ein Hinweis
sandbox-can-read = Kann lesen
sandbox-can-write = Kann schreiben
sandbox-reviewed = { $path } (mit Prüfung)
sandbox-can-reach = Kann erreichen
sandbox-cannot-see = Sieht nicht
sandbox-system = Die Programme des Systems
sandbox-private = Seinen privaten Ordner
sandbox-private-runs = Seinen privaten Ordner, aus dem er ausführen darf, was er herunterlädt
sandbox-no-network = Nichts
sandbox-open-network = Alles, was dieser Rechner erreicht
sandbox-unix-sockets = Auch Sockets in den Ordnern, auf die Sie Zugriff gewährt haben, und die Programme dahinter.
sandbox-sockets = Er darf Unix-Sockets anlegen
sandbox-sockets-hint = Browser zum Beispiel brauchen sie. Er erreicht auch Sockets in freigegebenen Ordnern.
sandbox-hidden = Andere Programme, Ihren Schlüsselbund, Bildschirm, SSH-Agenten und Benutzerordner
sandbox-none = Er läuft ohne Sandbox.
sandbox-none-hint = Er kann alles lesen und ändern, was Sie können, und Ihr Netzwerk erreichen.
sandbox-known-later = Innkeeper zeigt, was das System erzwingt, sobald der Server läuft.
sandbox-network = Netzwerk
sandbox-network-usual = Wie sein Befehl es braucht
sandbox-network-none = Keines
sandbox-network-open = Das Netzwerk dieses Rechners
sandbox-on = In einer Sandbox ausführen
sandbox-off = Ohne Sandbox ausführen …
sandbox-review-hint = Eine Änderung startet den Server neu. Sie prüfen sie im Freigabefenster, bevor er startet.

## ServerHealth
health = Zustand
health-pinging = Ping läuft
health-ping = Server anpingen
health-connected = Verbunden
health-since = seit { $time }, { $duration }
health-no = nein
health-answers-in = Antwortzeit
health-nothing-asked = noch keine Anfrage
health-calls-title = Aufrufe
health-limits = Erreichte Limits
health-answered = Er hat in { $time } geantwortet.

## ServerSampling
sampling-today = { $cost } heute
sampling-total = { $cost } insgesamt
sampling-review = Auch die Antworten vorlegen
sampling-review-on = Sie sehen jede Antwort vor dem Senden. Das Ausschalten bestätigen Sie im Freigabefenster.
sampling-review-off = Antworten gehen sofort an den Server. Eine Antwort, die Werkzeuge aufruft, braucht weiterhin Ihre Freigabe.
sampling-history = Seine Anfragen an Ihr Modell
sampling-when = Wann
sampling-outcome = Ergebnis
sampling-in-out = Tokens ein / aus
sampling-model-at = { $model } bei { $origin }
sampling-edited = , von Ihnen bearbeitet
sampling-all = Alle { $count } zeigen
sampling-none = Noch keine Anfragen
sampling-none-hint = Hier steht jede Anfrage an Ihr Modell, mit Ergebnis und Kosten.

## ServerState
state-stderr = Seine Fehlerausgabe lautet:
state-stdout = Er hat dies ausgegeben, was keine MCP-Nachricht ist:
state-again = Er startet in { $count ->
        [one] { $count } Sekunde
       *[other] { $count } Sekunden
     } neu.
state-not-given = In Ihrer Umgebung gesetzt, aber nicht an den Server übergeben: { $names }. Wenn er sie braucht, tragen Sie ihre Namen unter „Ändern“ ein. Oder entfernen Sie ihn in einem Terminal und fügen Sie ihn neu hinzu mit { $options }
state-doctor = Für eine vollständige Prüfung beenden Sie Innkeeper und führen { $command } in einem Terminal aus.
state-searched = { $count ->
        [one] { $count } Ordner
       *[other] { $count } Ordner
     } durchsucht
state-install = { $runner } lädt ihn herunter und startet ihn.
state-install-time = Bisher { $elapsed }, höchstens { $limit }.
state-install-cancel = Installation abbrechen
state-review = Er wurde nicht gestartet.
state-review-hint = Prüfen Sie zuerst seinen Befehl im Freigabefenster.
sign-in-shown = Sie sehen, wo und wofür, bevor sich Ihr Browser öffnet.
sign-in-or-key = Wenn der Server statt einer Anmeldung einen Schlüssel verlangt, fügen Sie unter „Ändern“ den Header hinzu, der ihn trägt, etwa Authorization.
show = Zeigen
state-not-running = Er läuft nicht.

## sampling
sampling-state-asked = läuft
sampling-state-withheld = Antwort nicht gesendet
sampling-state-withdrawn = vom Server zurückgezogen
sampling-state-expired = niemand antwortete rechtzeitig
sampling-state-over-budget = über dem Budget, abgewiesen

## state
state-stopped = Gestoppt
state-awaiting-review = Wartet auf Ihre Prüfung
state-needs-sign-in = Anmeldung nötig
state-starting = Startet
state-ready = Bereit
state-asleep = Schläft
state-backing-off = Fehlgeschlagen, startet neu
state-failed = Fehlgeschlagen
server-sleep = Schlafen lassen
server-sleep-hint = Beendet ihn, bis ein genehmigter Aufruf ihn braucht. Seine Werkzeuge bleiben im Angebot.
server-asleep = Er läuft nicht. Seine Werkzeuge sind so im Angebot, wie Sie sie angenommen haben.
server-asleep-hint = Er startet, wenn ein genehmigter Aufruf ihn braucht. Was er dann anbietet, wird mit dem verglichen, was Sie angenommen haben, bevor etwas gesendet wird.

## words
access-read = nur lesen
access-staged = lesen, und schreiben mit Prüfung
access-write = lesen und schreiben

## pasting
pasting-url = Das ist eine URL, und dieser Server ist ein Programm.
pasting-command = Das ist ein Befehl, und dieser Server liegt unter einer URL.
pasting-other = { $reason } Fügen Sie es als anderen Server hinzu.
sandbox-asked-network = Hosts, die Sie erlauben. Nach jedem anderen Host fragt Innkeeper Sie.
sandbox-network-asked = Hosts, die ich erlaube
hosts = Erlaubte Hosts
hosts-after-restart = Programme ohne Proxy erreichen ihn nach einem Neustart des Servers.
hosts-none = Kein Host ist erlaubt. Bis Sie einen erlauben, kann der Server nichts senden.
hosts-off = Diese Hosts haben gerade keine Wirkung: Das Netzwerk des Servers ist anders eingestellt.
hosts-always = Immer, erlaubt { $day }
hosts-run = Solange er läuft
hosts-revoke = Entziehen
hosts-revoke-host = { $host } entziehen
hosts-add = Host erlauben
hosts-add-label = Host und Port
hosts-add-hint = Zum Beispiel api.example.com:443. Sie bestätigen ihn im Freigabefenster. Adressen dieses Rechners oder Ihres Netzwerks lassen sich nur hier erlauben.
hosts-live = Verbindungen
hosts-live-none = Seit seinem Start hat er sich mit nichts verbunden.
held-data = Daten, die er haben kann
held-data-hint = Dieser Server wurde in Unterhaltungen aufgerufen, die Ergebnisse der oben genannten Server enthielten. Seine eigenen Ergebnisse zählen deshalb auch als deren Daten.
held-data-forget = Daten nicht mehr anrechnen …
hosts-open = { $count ->
    [one] 1 offen
   *[other] { $count } offen
}
hosts-opening = { $count ->
    [one] 1 wartet
   *[other] { $count } warten
}
hosts-refused = { $count ->
    [one] 1 abgelehnt
   *[other] { $count } abgelehnt
}
hosts-bytes = { $sent } gesendet, { $received } empfangen
sandbox-run-private = Er darf Programme in seinem privaten Ordner ausführen
sandbox-run-private-hint = Für Server, die Programme schreiben oder herunterladen und dann ausführen. Paketstarter wie npx dürfen das immer.
private-folder = Privater Ordner
private-size = { $size } von höchstens { $limit }
private-size-at-least = Mindestens { $size } von höchstens { $limit }
private-over = Er enthält mehr als { $limit }. Der Server startet erst, wenn Sie ihn leeren oder das Limit erhöhen.
private-limit = Limit
private-limit-gib = { $count } GiB
private-clear = Leeren …
private-clear-really = Der Server wird beendet, und alles, was er in diesem Ordner aufbewahrt, wird gelöscht.
private-clear-yes = { $size } löschen
private-clear-no = Behalten
private-clearing = Wird geleert …
private-not-cleared = Mehr wurde nicht gelöscht.
