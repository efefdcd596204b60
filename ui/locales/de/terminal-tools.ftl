## Tools
terminal-tool-on = { $server }/{ $tool } ist eingeschaltet.
terminal-tool-off = { $server }/{ $tool } ist ausgeschaltet.
terminal-tool-not-for-models = (nicht für Modelle)
terminal-arguments-unsendable = Die Argumente können nicht gesendet werden: { $error }.
terminal-hint-arguments = Geben Sie ein JSON-Objekt an, wie { $example }.
terminal-tools-offered = { $server }: { $offered } von { $total } Werkzeugen werden Modellen angeboten, etwa { $tokens } Tokens in jeder Anfrage
terminal-tools-together = Zusammen: { $tools } Werkzeuge, etwa { $tokens } Tokens in jeder Anfrage
terminal-tools-too-many = { $endpoint } erhält höchstens { $most } Definitionen; sein Modell durchsucht deshalb diese { $tools } Werkzeuge. Probieren Sie es mit `tools find SUCHE` aus.
terminal-tools-none-found = Kein Werkzeug passt. Versuchen Sie andere Wörter.
terminal-tool-error = Das Werkzeug meldet, dass es fehlgeschlagen ist.
terminal-tool-sandboxed = Die Sandbox des Servers hat das Werkzeug aufgehalten.
terminal-hint-once = --approve once erlaubt genau diesen Aufruf.
terminal-hint-check-first = Prüfen Sie, was das Werkzeug getan hat, bevor Sie es erneut aufrufen.
terminal-call-not-ended = Der Aufruf ist nicht beendet.
terminal-misfit = (passt nicht zum angegebenen Schema: { $why })
terminal-block-image = ({ $type }, { $width } × { $height })
terminal-block-audio = ({ $type }, { $size })
terminal-block-link = ({ $name }: { $uri }, nicht geöffnet)
terminal-block-data = ({ $what }, { $size }, nicht gezeigt: { $why })

## Resources, prompts, completion
terminal-prompt-as-user = (als Sie)
terminal-prompt-as-model = (als ein Modell, das nichts gesagt hat)
terminal-prompt-as-unknown = (als unbekannte Rolle)
terminal-complete-for-missing = Es ist nicht angegeben, wofür der Wert ist.
terminal-hint-complete-for = Geben Sie --prompt NAME oder --template TEMPLATE an.

## Log, traffic, ping
terminal-traffic-dropped = { $server }: { $count ->
        [one] { $count } Nachricht wurde
       *[other] { $count } Nachrichten wurden
    } nicht aufbewahrt
terminal-answered = Antwort nach { $time }.

## Models and chat
terminal-model-found = { $name } (gefunden)
terminal-no-model = Noch kein Modell. Starten Sie Ollama, LM Studio oder llama.cpp, oder geben Sie chat --base-url und --model an.
terminal-paused = Das Modell hat nach { $steps ->
        [one] { $steps } Schritt
       *[other] { $steps } Schritten
    } angehalten.
terminal-hint-paused = Die Unterhaltung ist gespeichert. Sie können sie im Fenster fortsetzen.
terminal-variable-unset = Die Variable { $name } ist nicht gesetzt.
terminal-hint-endpoint-key = Setzen Sie sie auf den Schlüssel des Endpunkts.
terminal-no-endpoint = Diesen Modellendpunkt gibt es nicht.
terminal-hint-endpoint = Geben Sie --base-url und --model an, oder fügen Sie im Fenster einen hinzu.
terminal-endpoint-without-model = Ein Endpunkt braucht ein Modell.
terminal-hint-model = Geben Sie --model an.
terminal-endpoint-no-id = Der Endpunkt hat keine Kennung.
terminal-left-out = { $server } wird ausgelassen: { $reason }
terminal-output-skipped = Ein Teil der Ausgabe ging verloren. Die Unterhaltung ist vollständig gespeichert.
terminal-call = [{ $server } { $tool }: { $state }]
terminal-call-running = läuft
terminal-wait-answer = Die Antwort des Modells steht noch aus …
terminal-wait-loading = Der Endpunkt lädt das Modell. Neuer Versuch in { $seconds } s.
terminal-wait-busy = Der Endpunkt ist ausgelastet ({ $status }). Versuch { $attempt } von { $most } in { $seconds } s.
terminal-wait-closed = Der Endpunkt hat die Verbindung beendet. Versuch { $attempt } von { $most } in { $seconds } s.
terminal-call-progress = läuft, { $progress }
terminal-call-done = fertig, { $size }
terminal-every-call-denied = Jeder Aufruf wurde abgelehnt.

## --approve-tool
terminal-approve-tool-not-json = `{ $text }` hat nicht die Form ["SERVER", "TOOL", N].
terminal-approve-tool-two-servers = `{ $text }` könnte ein Werkzeug mehrerer Server sein.
terminal-approve-tool-no-tool = `{ $text }` nennt kein Werkzeug.
terminal-approve-tool-no-count = `{ $text }` hat keine Anzahl ab 1.
terminal-hint-approve-tool = Schreiben Sie SERVER/TOOL oder SERVER/TOOL:N, wie Files/read_text_file:3; oder JSON, wie '["A/b", "c:4", 3]'.

## Rules
terminal-rules-made = Angelegt: { $rules }
terminal-rule-removed = Entfernt.
terminal-rule-unknown = Diese Regel gibt es nicht.
terminal-hint-rules-list = `rules list` gibt die Kennungen aus.
terminal-rule-no-condition = „{ $text }“ ist keine Bedingung.
terminal-hint-condition = Zum Beispiel: --where "path under /home/me/in". Die Prüfungen sind under, at, at-most, sum und is.
terminal-rules-none = Keine Regel ist in Kraft: Jeder Aufruf braucht Ihre Freigabe.
terminal-rules-nothing-to-confirm = Nichts ist zu bestätigen.
terminal-rules-unconfirmed = Gespeicherte Berechtigungen sind zu bestätigen: Führen Sie „innkeeper-cli rules confirm“ aus.
terminal-rules-tier = Stufe     { $server }/{ $tool } gilt als „{ $tier }“
terminal-rules-trust = Vertrauen { $server } wird beim Lesen vertraut
terminal-rules-guard = Schutz    aus von { $from } nach { $to }
terminal-rules-guard-offline = Schutz    aus von { $from } nach { $to }, solange { $to } nichts senden kann
terminal-rules-void = (ungültig: { $why })
terminal-rule-allow = erlauben
terminal-rule-ask = fragen
terminal-rule-deny = ablehnen
terminal-rule-every-tool = jedes Werkzeug
terminal-rule-condition = „{ $argument }“ { $test }
terminal-rule-where = wenn { $conditions }
terminal-rule-in = in „{ $conversation }“
terminal-rule-until = bis { $time }
terminal-rule-used = { $count }-mal verwendet, { $origin }
terminal-try-allow = Der Aufruf würde gesendet.
terminal-try-ask = Der Aufruf bräuchte Ihre Freigabe.
terminal-try-deny = Der Aufruf würde abgewiesen.
terminal-try-applies = trifft zu:
terminal-try-does-not-apply = trifft nicht zu:

terminal-no-tasks = Es gibt keine Aufgaben.
terminal-task-line = { $call }  { $state }  { $server }/{ $tool }  { $words }
terminal-task-working = läuft
terminal-task-input = braucht Eingaben
terminal-task-done = fertig
terminal-task-failed = fehlgeschlagen
terminal-task-cancelled = abgebrochen
terminal-task-unknown = unbekannt, wurde womöglich ausgeführt
terminal-task-not-found = Es gibt keine Aufgabe { $call }.
terminal-task-hint-list = `tasks list` zeigt sie.
terminal-task-not-running = Die Aufgabe ist bereits beendet.
