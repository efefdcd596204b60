## problems/launch
host-launch-empty = Der Befehl ist leer
host-launch-nul = Der Befehl, ein Argument oder ein Pfad enthält ein NUL-Byte
host-launch-not-found = Das Programm `{ $command }` wurde in keinem Ordner von PATH gefunden
host-launch-no-file = Es gibt keine Datei `{ $command }`
host-launch-holds-arguments = `{ $command }` ist kein Programm: Der Befehl enthält Argumente
host-launch-tilde = Der Pfad `{ $path }` beginnt mit ~, was nur eine Shell ersetzt
host-launch-not-executable = `{ $path }` ist kein Programm, das Sie ausführen dürfen
host-launch-cwd = Das Arbeitsverzeichnis `{ $path }` ist kein vorhandener Ordner mit absolutem Pfad
host-launch-no-home = Ihr Benutzerordner ist unbekannt
host-launch-no-packages = Die Pakete des Bundles sind nicht installiert
host-launch-env-name = `{ $name }` ist kein gültiger Name einer Umgebungsvariablen
host-launch-env-reserved = Innkeeper setzt die Umgebungsvariable `{ $name }` selbst
host-launch-env-duplicate = Die Umgebungsvariable `{ $name }` ist zweimal angegeben
host-launch-env-no-secret = Der Schlüsselbund hat keinen Wert für die Umgebungsvariable `{ $name }`
host-launch-env-unset = Die Variable `{ $name }` ist in der Umgebung von Innkeeper nicht gesetzt
host-launch-env-nul = Der Wert der Umgebungsvariablen `{ $name }` enthält ein NUL-Byte
host-launch-secrets = Der Wert der Umgebungsvariablen `{ $name }` ließ sich nicht aus dem Schlüsselbund lesen
host-launch-other-secrets = Die Geheimnisse gehören zu einem anderen Server
host-launch-not-local = Die Freigabe gilt für einen entfernten Server, nicht für ein Programm auf diesem Rechner
host-launch-changed = Der Befehl führt jetzt zu `{ $found }`, nicht zum freigegebenen `{ $approved }`
host-launch-content-changed = `{ $path }` hat sich geändert, seit Sie den Start geprüft haben
host-launch-too-large = Argumente und Umgebung sind zu groß: { $bytes } Bytes
host-launch-guard = Der Wächterprozess ließ sich nicht starten: { $error }
host-launch-guard-silent = Der Wächterprozess hat den Start des Programms nicht gemeldet
host-launch-exec = `{ $path }` ließ sich nicht ausführen: { $error }
host-launch-exec-return = `{ $path }` ließ sich nicht ausführen: Seine erste Zeile endet wie in Textdateien von Windows mit einem Wagenrücklauf
host-launch-exec-interpreter = `{ $path }` ließ sich nicht ausführen: Seine erste Zeile nennt den Interpreter `{ $interpreter }`, der nicht gefunden wurde
host-launch-exec-architecture = `{ $path }` ließ sich nicht ausführen: Es wurde für { $machine } gebaut, nicht für diesen Rechner ({ $error })
host-launch-exec-format = `{ $path }` ließ sich nicht ausführen: Es ist weder ein Programm noch ein Skript, dessen erste Zeile seinen Interpreter nennt
host-launch-exec-batch = `{ $path }` ließ sich nicht ausführen: Windows kann eines seiner Argumente nicht an ein Batch-Skript übergeben

## problems/launch, what to do
host-hint-install-program = Installieren Sie das Programm oder geben Sie den vollen Pfad seiner Datei als Befehl ein.
host-hint-enter-value = Starten Sie ihn erneut und geben Sie den Wert im Freigabefenster ein, oder setzen Sie die Variable vor dem Start von Innkeeper.
host-hint-split-command = Geben Sie „{ $program }“ als Befehl ein und „{ $arguments }“ als seine Argumente, jedes einzeln.
host-hint-full-path = Geben Sie den vollen Pfad ein.
host-hint-full-path-is = Geben Sie den vollen Pfad ein: { $path }
host-hint-executable = Machen Sie die Datei ausführbar (chmod +x). Oder geben Sie das Programm, das sie ausführt, als Befehl ein und die Datei als sein Argument.
host-hint-exec-return = Speichern Sie das Skript mit Unix-Zeilenenden (LF).
host-hint-exec-interpreter = Installieren Sie diesen Interpreter. Oder geben Sie einen installierten als Befehl ein und das Skript als sein Argument.
host-hint-exec-architecture = Installieren Sie die Ausgabe dieses Programms für diesen Rechner.
host-hint-exec-format = Beginnen Sie das Skript mit einer Zeile wie `#!/bin/sh` oder geben Sie seinen Interpreter als Befehl ein.
host-hint-exec-batch = Entfernen Sie Zeilenumbrüche aus den Argumenten. Oder geben Sie das Programm, das das Skript startet, als Befehl ein, etwa node.exe.
host-hint-check-command = Prüfen Sie den Befehl und sein Arbeitsverzeichnis.
host-hint-cwd = Legen Sie den Ordner an oder wählen Sie ein anderes Arbeitsverzeichnis.
host-hint-review-again = Starten Sie ihn erneut, um zu prüfen, was jetzt starten würde.
host-hint-unlock-start = Entsperren Sie den Schlüsselbund und starten Sie den Server erneut.

## problems/connection
host-connect-timed-out = Der Server hat nicht innerhalb von { $seconds ->
        [one] { $seconds } Sekunde
       *[other] { $seconds } Sekunden
    } geantwortet
host-connect-unknown-version = Der Server spricht die Protokollversion „{ $answered }“, die Innkeeper nicht kennt. Innkeeper hat „{ $offered }“ angeboten
host-connect-no-session = Der Server spricht nicht mit Sitzungen, was Sie für ihn gewählt haben
host-connect-session-only = Der Server spricht nicht ohne Sitzungen, was Sie für ihn gewählt haben
host-connect-only-newer = Der Server spricht nur die Protokollversion { $supported }; Innkeeper spricht { $oldest } bis { $newest }
host-connect-no-initialize = Der Server kennt weder `server/discover` noch `initialize`; Innkeeper spricht die Protokollversionen { $oldest } bis { $newest }
host-connect-refused = Der Server hat die Verbindung abgelehnt: { $message } (Code { $code })
host-connect-bad-answer = Die erste Antwort des Servers ist nicht lesbar: { $reason }
host-connect-closed = Die Verbindung endete, bevor der Server antwortete: { $reason }
host-connect-streams = Die Ein- und Ausgabe des Servers ist nicht verwendbar: { $error }
host-connect-sign-in = Der Server verlangt eine Anmeldung
host-connect-http = Der Server war nicht erreichbar: { $problem }
host-connect-url = Die URL ist nicht verwendbar: { $problem }
host-connect-header = Der Header { $name } lässt sich nicht senden: { $problem }
host-connect-other-server = Die Freigabe gilt für einen anderen Server
host-connect-no-thread = Innkeeper konnte keinen Thread für die Verbindung starten: { $error }
host-header-no-value = Er hat keinen Wert
host-header-characters = Sein Wert enthält Zeichen, die sich nicht senden lassen
host-header-unencrypted = Sein Wert würde unverschlüsselt gesendet; verwenden Sie https
host-header-keychain = Der Schlüsselbund hat seinen Wert nicht geliefert: { $error }
host-closed = Die Verbindung ist beendet: { $reason }
host-close-requested = Innkeeper hat sie geschlossen
host-close-server = Der Server hat sie geschlossen
host-close-read = Das Lesen vom Server ist fehlgeschlagen: { $error }
host-close-write = Das Schreiben an den Server ist fehlgeschlagen: { $error }
host-close-stalled = Der Server liest seine Eingabe nicht
host-close-ping = Der Server hat auf einen Ping nicht geantwortet
host-close-unreachable = Der Server ist nicht mehr erreichbar
host-close-session = Der Server hat seine Sitzung verloren und dieselbe nicht wieder geöffnet
host-close-version = Der Server spricht dieselbe Protokollversion nicht mehr
host-close-sign-in = Der Server verlangt jetzt eine Anmeldung
host-close-not-established = Sie kam nie zustande
host-close-failed = Sie ist innerhalb von Innkeeper fehlgeschlagen

## problems/request
host-request-not-sent = nicht gesendet: { $reason }
host-request-rpc = Der Server hat mit einem Fehler geantwortet: { $message } (Code { $code })
host-request-timed-out = keine rechtzeitige Antwort
host-request-cancelled = abgebrochen
host-request-lost = Die Verbindung ging verloren
host-request-bad-result = Die Antwort ist nicht lesbar: { $reason }
host-request-limit = Die Antwort wurde abgewiesen: { $limit }
host-request-input = Die Anfrage braucht zuerst eine Eingabe: { $problem }
host-request-task = { $problem }
host-input-rounds = Der Server hat immer wieder um Eingaben gebeten
host-input-many = Der Server hat um zu viel auf einmal gebeten
host-input-state = Der Zustand, den der Server aufbewahrt haben will, ist größer, als Innkeeper aufbewahrt
host-input-not-offered = Der Server hat um etwas gebeten, das für ihn ausgeschaltet ist oder das Innkeeper nicht anbietet
host-input-not-given = Der Server hat nicht bekommen, worum er gebeten hat ({ $reason })
host-input-unreadable = Worum der Server gebeten hat, ist nicht lesbar ({ $reason })
host-stopped-items = Sie hat mehr als { $most } Einträge, das Limit auf der Seite des Servers ({ $left } weggelassen)
host-stopped-pages = Sie hat mehr als { $most } Seiten, das Limit auf der Seite des Servers
host-stopped-not-offered = Der Server sagt, dass er keine solche Liste hat
host-request-repeats = Die Liste des Servers wiederholt sich
host-request-list-limit = Das Lesen der Liste wurde beendet: { $limit }
host-not-sent-closed = Die Verbindung ist geschlossen
host-not-sent-full = Zu viele Nachrichten an diesen Server stehen aus
host-not-sent-other = Der Aufruf gilt einem anderen Server
host-not-sent-undeclared = Der Server bietet { $what } nicht an
host-not-sent-encoding = Die Anfrage ließ sich nicht kodieren
host-over-message-bytes = Eine Nachricht ist größer als das Limit
host-over-json-depth = Eine Nachricht ist tiefer verschachtelt als das Limit
host-over-json-nodes = Eine Nachricht hat mehr Werte als das Limit
host-over-batch = Ein Stapel hat mehr Nachrichten als das Limit
host-over-list-bytes = Eine Liste ist größer als das Limit
host-over-list-time = Das Lesen einer Liste dauerte länger als das Limit

## problems/http
host-http-dns = Sein Hostname ließ sich nicht auflösen
host-http-refused = An seiner Adresse nimmt nichts Verbindungen an, sie wurde abgewiesen
host-http-tls = Es kam keine sichere Verbindung zustande: { $error }
host-http-connect = Es kam keine Verbindung zustande: { $error }
host-http-timed-out = Er hat nicht rechtzeitig geantwortet
host-http-cut-off = Die Verbindung brach ab, bevor die Antwort vollständig war
host-http-status = Er antwortete mit Status { $status }
host-http-status-said = Er antwortete mit Status { $status }: { $said }
host-http-wait = { $answered } (er bittet, { $seconds } Sekunden zu warten)
host-http-empty = Seine Antwort ist leer
host-http-sign-in = Er verlangt eine Anmeldung
host-http-bad-token = Seine Anmeldung lieferte ein Token, das sich nicht senden lässt
host-http-redirect-nowhere = Er leitet um, ohne eine Adresse zu nennen
host-http-redirect = Er leitet zu { $url } um, was Innkeeper nicht befolgt
host-http-content-type = Seine Antwort ist { $type }, weder JSON noch ein Ereignisstrom
host-http-packed = Seine Antwort hat ein unerwartetes Content-Encoding ({ $encoding })
host-http-session-lost = Er behält seine Sitzungen nicht
host-http-bad-session = Seine Sitzungskennung ist ungültig
host-http-endpoint-refused = Sein Stream unter { $stream } nennt { $to } als Adresse für Nachrichten, die mit Status { $status } antwortet
host-http-endpoint = Er nennt { $url } als Adresse für Nachrichten, die einen anderen Ursprung hat
host-link-proxy = Der Proxy { $proxy } ist nicht verwendbar: { $reason }
host-link-proxy-set = Der Proxy { $proxy } (gesetzt durch { $variable }) ist nicht verwendbar: { $reason }
host-link-plain = Sein Port spricht unverschlüsseltes HTTP, und die URL beginnt mit https
host-link-tls = Sein Port spricht TLS, und die URL beginnt mit http

## problems/http, what to do
host-hint-link-proxy = Prüfen Sie, ob der Proxy läuft und seine Adresse stimmt, oder tragen Sie diesen Host in NO_PROXY ein, um ihn zu umgehen.
host-hint-link-plain = Ändern Sie die URL zu http oder verwenden Sie den Port, auf dem er https spricht.
host-hint-link-tls = Ändern Sie die URL zu https.
host-hint-dns = Prüfen Sie den Hostnamen in seiner URL und ob dieser Rechner online ist.
host-hint-refused = Prüfen Sie seine URL und ob der Server läuft.
host-hint-tls = Prüfen Sie seine URL. Hat der Server ein privates Zertifikat, fügen Sie es denen hinzu, denen dieses System vertraut.
host-hint-later = Versuchen Sie es später erneut. Besteht das Problem weiter, fragen Sie den Betreiber des Servers.
host-hint-no-access = Der Server verweigert den Zugriff. Wenn er einen Schlüssel annimmt, fügen Sie ihn als Header hinzu: `servers add NAME --url URL --header-from Authorization:VARIABLE`.
host-hint-no-server = Prüfen Sie den Pfad seiner URL: Dort antwortet kein MCP-Server.
host-hint-too-many = Der Server erhält zu viele Anfragen. Warten Sie eine Weile und starten Sie ihn dann erneut.
host-hint-server-problem = Der Server selbst hat ein Problem. Versuchen Sie es später erneut oder fragen Sie seinen Betreiber.
host-hint-url-headers = Prüfen Sie seine URL und seine Header.
host-hint-sign-in-first = Melden Sie sich auf der Seite des Servers an und versuchen Sie es erneut.
host-hint-redirect = Wenn Sie diese Adresse kennen und ihr vertrauen, ändern Sie die URL des Servers entsprechend.
host-hint-faulty = Der Server ist fehlerhaft. Fragen Sie seinen Betreiber.

## servers/failure
host-with-claim = { $text }. Er sagt: „{ $said }“
host-no-sign-in-why = Der Server verlangt eine Anmeldung, die nicht möglich ist: { $why }
host-no-sign-in-url = Der Server verlangt eine Anmeldung, die unter seiner URL nicht möglich ist
host-header-refused = Der Server weist den Authorization-Header ab, den Sie gesetzt haben
host-listing-failed = Seine Werkzeuge ließen sich nicht auflisten: { $error }
host-failed-repeatedly = { $failure }. Er ist { $count }-mal in Folge fehlgeschlagen, daher startet Innkeeper ihn nicht mehr automatisch
host-hint-read-output-start = Lesen Sie seine Fehlerausgabe und starten Sie ihn dann erneut.
host-hint-read-output = Lesen Sie seine Fehlerausgabe: Sie sagt meist, was fehlt.
host-hint-sign-in-page = Melden Sie sich auf seiner Seite an.
host-hint-header-again = Ändern Sie den Server und geben Sie den Header erneut ein.
host-hint-check-url = Prüfen Sie seine URL.
host-hint-other-era = Wählen Sie auf seiner Seite unter „Sitzungen“ „Automatisch“.
host-hint-older-release = Verwenden Sie eine ältere Ausgabe des Servers, die Revision { $newest } oder älter spricht, oder eine neuere Version von Innkeeper.
host-hint-stdio = Prüfen Sie, ob der Befehl einen MCP-Server startet, der Standardeingabe und -ausgabe verwendet.
host-hint-later-url = Versuchen Sie es später erneut. Besteht das Problem weiter, prüfen Sie seine URL.
host-hint-no-mcp = Prüfen Sie seine URL: Dort antwortet kein MCP-Server.
host-hint-start-read-output = Starten Sie ihn erneut. Besteht das Problem weiter, lesen Sie seine Fehlerausgabe.
host-hint-start-faulty = Starten Sie ihn erneut. Besteht das Problem weiter, ist der Server fehlerhaft.
host-hint-start-again = Starten Sie ihn erneut.
host-hint-sign-in-or-key = Melden Sie sich auf seiner Seite an. Nimmt der Server stattdessen einen Schlüssel an, ändern Sie den Wert seines Headers.
host-hint-online = Prüfen Sie, ob dieser Rechner online ist und der Server läuft, und starten Sie ihn dann erneut.

## servers/diagnosis
host-because = { $failure }: { $cause }
host-exited = Er endete mit Code { $code }
host-out-of-memory = Das System hat ihn beendet, weil er und seine Prozesse ihren Speicher aufgebraucht hatten
host-killed = Er wurde durch Signal { $signal } beendet
host-exited-early = Er endete mit Code { $code }, bevor er bereit war
host-killed-early = Er wurde durch Signal { $signal } beendet, bevor er bereit war
host-ended-early = Er endete, bevor er bereit war
host-hint-output-says = Seine Fehlerausgabe sagt meist, was fehlt.
host-silent-minutes = Er hat nicht innerhalb von { $minutes ->
        [one] { $minutes } Minute
       *[other] { $minutes } Minuten
    } geantwortet
host-silent-seconds = Er hat nicht innerhalb von { $seconds ->
        [one] { $seconds } Sekunde
       *[other] { $seconds } Sekunden
    } geantwortet
host-hint-silent-package = Prüfen Sie, ob das Paket einen MCP-Server startet, der Standardeingabe und -ausgabe verwendet. Ein langsamer Download kann länger dauern: Erhöhen Sie das Limit „{ $limit }“ dieses Servers.
host-hint-silent-command = Prüfen Sie, ob der Befehl einen MCP-Server startet, der Standardeingabe und -ausgabe verwendet, und lesen Sie seine Fehlerausgabe.
host-hint-not-passed = { $hint } Für Sie gesetzt und nicht an ihn übergeben: { $names }. Wenn er sie braucht, entfernen Sie ihn und fügen Sie ihn neu hinzu mit { $options }.
host-failure-said = { $failure }. Seine Fehlerausgabe lautet: { $lines }
host-failure-printed = { $failure }. Er hat dies ausgegeben, was keine MCP-Nachricht ist: { $lines }

## servers/diagnosis/cause
host-cause-cache = Der Download von { $runner } ist beschädigt oder unvollständig
host-cause-cache-in = Der Download von { $runner } in { $folder } ist beschädigt oder unvollständig
host-cause-tilde = Sein Argument „{ $argument }“ beginnt mit ~, was nur eine Shell ersetzt
host-cause-no-path = Es gibt kein „{ $path }“, das eines seiner Argumente nennt
host-cause-too-old = { $what } ist zu alt für ihn
host-cause-too-old-version = { $what } { $version } ist zu alt für ihn
host-cause-no-program = Er startet das Programm „{ $name }“, das nicht gefunden wurde
host-cause-no-module = Ihm fehlt das Modul „{ $name }“
host-cause-no-file = Es gibt keine Datei „{ $path }“ zum Ausführen
host-cause-no-package = Die Paketquelle hat kein solches Paket
host-cause-no-package-named = Die Paketquelle hat kein Paket „{ $name }“
host-cause-no-variable = Er sagt, dass er die Variable { $name } verlangt
host-cause-switched-off = er benötigt { $feature }; das ist für ihn ausgeschaltet
host-feature-elicitation = „Rückfragen an Sie“ (elicitation)
host-feature-sampling = „Antworten Ihres Modells“ (sampling)
host-cause-serves-at = Er sagt, dass er unter einer Adresse erreichbar ist, und verwendet nicht Standardeingabe und -ausgabe
host-cause-prints-text = Er hat Text ausgegeben, der keine MCP-Nachricht ist
host-cause-dead-proxy = Der Proxy { $proxy }, den { $variable } nennt, antwortet nicht
host-cause-no-network = Er hat kein Netzwerk erreicht
host-cause-certificates = Er vertraut einem Zertifikat dieses Netzwerks nicht
host-cause-no-display = Er hat keine Anzeige gefunden
host-cause-disk-full = Der Datenträger ist voll
host-cause-not-permitted = Das System lässt ihn eine benötigte Datei nicht lesen oder schreiben

## servers/diagnosis/cause, what to do
host-fix-cache-npm = Führen Sie `npm cache clean --force` aus, was { $folder } leert, und starten Sie ihn dann erneut.
host-fix-cache-uv = Führen Sie `uv cache clean` aus oder entfernen Sie den Ordner { $folder }, und starten Sie ihn dann erneut.
host-fix-cache-folder = Entfernen Sie den Ordner { $folder } und starten Sie ihn dann erneut. Das Paket wird neu heruntergeladen.
host-fix-cache-npx = Entfernen Sie den Ordner _npx im Cache von npm (`npm config get cache` gibt seinen Pfad aus) und starten Sie ihn dann erneut.
host-fix-cache = Leeren Sie den Cache dieses Programms und starten Sie ihn dann erneut.
host-fix-path = Legen Sie es an oder ändern Sie dieses Argument.
host-fix-too-old = Installieren Sie ein neueres { $what } oder geben Sie den vollen Pfad eines neueren als Befehl ein.
host-fix-program = Installieren Sie „{ $name }“ oder prüfen Sie, ob es in einem der Ordner von PATH liegt.
host-fix-module = Installieren Sie es dort, wo dieser Server läuft, oder starten Sie den Server mit einem Paketstarter wie npx oder uvx.
host-fix-file = Prüfen Sie den Pfad in seinen Argumenten und ob Sie den Server zuerst bauen müssen.
host-fix-package = Prüfen Sie die Schreibweise des Paketnamens.
host-fix-variable = Übergeben Sie ihm die Variable { $name }: unter „Ändern“ im Fenster oder in einem Terminal mit --env { $name }=… (ein Wert) oder --env-from { $name } (Ihre eigene).
host-fix-elicitation = Der Schalter steht auf der Seite des Servers unter „{ $section }“. Im Terminal: `innkeeper-cli servers features "{ $server }" --elicitation on`.
host-fix-sampling = Der Schalter steht auf der Seite des Servers unter „{ $section }“. Im Terminal: `innkeeper-cli servers features "{ $server }" --sampling on`.
host-fix-serves-at = Vielleicht braucht er ein Argument wie `--stdio`. Andernfalls starten Sie ihn selbst und fügen Sie ihn mit seiner URL hinzu.
host-fix-serves-at-url = Vielleicht braucht er ein Argument wie `--stdio`. Andernfalls starten Sie ihn selbst und fügen Sie ihn mit seiner URL hinzu, { $url }
host-fix-prints-text = Prüfen Sie, ob der Befehl einen MCP-Server startet. Manche brauchen ein Argument wie `--stdio`.
host-fix-dead-proxy = Prüfen Sie, ob der Proxy läuft und { $variable } stimmt.
host-fix-not-passed = { $count ->
        [one] { $names } ist für Sie gesetzt und wird nicht an ihn übergeben.
       *[other] { $names } sind für Sie gesetzt und werden nicht an ihn übergeben.
    } Entfernen Sie ihn und fügen Sie ihn neu hinzu mit { $options }.
host-fix-no-network = Prüfen Sie, ob dieser Rechner online ist und einen Proxy braucht.
host-fix-certificates = Wenn Ihr Netzwerk ein eigenes Zertifikat verwendet, übergeben Sie dessen Datei mit --env NODE_EXTRA_CA_CERTS=FILE oder --env SSL_CERT_FILE=FILE.
host-fix-no-display = Starten Sie Innkeeper in einer grafischen Sitzung oder den Server ohne Fenster.
host-fix-disk-full = Schaffen Sie Platz auf dem Datenträger und starten Sie ihn dann erneut.
host-fix-not-permitted = Prüfen Sie, wem die Datei gehört, die seine Fehlerausgabe nennt.
