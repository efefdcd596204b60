### Die Texte zu Werkzeugaufrufen. Nur Rust verwendet sie.

## Checks against a schema
host-unchecked-too-large = Sein Schema ist größer als { $kib } KiB.
host-unchecked-too-many = Zu viele Prüfungen laufen gerade.
host-unchecked-failed = Die Prüfung gegen sein Schema ist fehlgeschlagen.
host-unchecked-too-long = Die Prüfung gegen sein Schema hat zu lange gedauert.
host-unchecked-not-json = Sein Schema ist kein JSON.
host-unchecked-too-deep = Sein Schema verweist zu oft auf sich selbst.
host-unchecked-elsewhere = Sein Schema verweist auf ein anderes Dokument, das Innkeeper nicht abruft.
host-unchecked-dialect = Sein Schema gibt einen unbekannten Dialekt von JSON Schema an.
host-unchecked-missing = Sein Schema verweist auf einen Teil, den es nicht gibt.
host-unchecked-pattern = Ein Muster in seinem Schema lässt sich nicht in begrenzter Zeit prüfen.
host-unchecked-not-schema = Sein Schema ist kein gültiges JSON Schema.
host-unchecked-evaluation = Ein Muster in seinem Schema konnte nicht ausgewertet werden.
host-unchecked-other = Eine andere Version von Innkeeper hat den Grund aufgezeichnet.
host-misfit-unstructured = es hat keinen strukturierten Inhalt

## Denials
host-denied-note = { $reason } Ihre Notiz: { $note }
host-denied-person = Sie haben das abgelehnt.
host-denied-terminal = Sie haben das am Terminal abgelehnt.
host-denied-dismissed = Sie haben die Freigabe ohne Antwort geschlossen.
host-denied-rule = Eine Ihrer Regeln lehnt es ab. Sie können die Regel auf der Seite „Regeln“ entfernen.
host-denied-command-line = Die Befehlszeile erlaubt diesen Aufruf nicht. Führen Sie es an einem Terminal aus, um gefragt zu werden.
host-denied-unattended = Niemand konnte gefragt werden: Es gibt kein Terminal. Führen Sie es an einem Terminal aus, oder nennen Sie den Aufruf auf der Befehlszeile.
host-denied-expired = Niemand hat rechtzeitig geantwortet, deshalb wurde es abgelehnt. Es kann erneut angefordert werden.
host-denied-muted = Sie haben diesen Server mehrmals abgelehnt, deshalb ist er in dieser Unterhaltung stummgeschaltet. Auf der Seite „Regeln“ können Sie das beenden.
host-denied-repeat = Sie haben genau das schon abgelehnt. Es kann nach Ihrer nächsten Nachricht erneut angefordert werden.
host-denied-queue-full = Zu viele Freigaben waren offen, deshalb wurde es abgelehnt. Beantworten Sie zuerst diese.
host-denied-stop-all = Sie haben alles gestoppt.
host-denied-withdrawn = Die Freigabeanfrage wurde zurückgezogen.
host-denied-unrecorded = Die Entscheidung konnte nicht aufgezeichnet werden, deshalb wurde nichts gesendet. Prüfen Sie den Datenträger des Datenordners.

## Changed tools
host-change-denied = Der Server hat die Definition dieses Werkzeugs geändert, und Sie haben es ausgeschaltet gelassen. Es wurde nichts gesendet.
host-change-undecided = Der Server hat die Definition dieses Werkzeugs geändert. { $reason }
host-change-unstored = Die angenommene Änderung konnte nicht gespeichert werden: { $error }.
host-change-none = Hier ist keine Änderung offen.
host-change-again = Der Server hat dieses Werkzeug noch einmal geändert. Es wurde nichts gesendet.

## Calls that were not sent
host-call-not-running = Dieser Aufruf läuft nicht und kann nicht in den Hintergrund verschoben werden.
host-call-stopped-before = Gestoppt, bevor es gesendet wurde.
host-call-unstored = Der Aufruf konnte nicht gespeichert werden, deshalb wurde er nicht gesendet: { $error }.
host-call-sign-ins = Der Server verlangt eine Anmeldung nach der anderen. Es wurde nichts gesendet.
host-call-tool-gone = Der Server bietet dieses Werkzeug nicht mehr an. Es wurde nichts gesendet.
host-call-server-off = { $server } ist in dieser Unterhaltung ausgeschaltet. Es wurde nichts gesendet.
host-call-not-ready = Der Server ist nicht bereit. Es wurde nichts gesendet.
host-call-tool-off = Sie haben dieses Werkzeug ausgeschaltet. Es wurde nichts gesendet.
host-call-relaunched = Der Server wurde seitdem anders gestartet. Es wurde nichts gesendet.
host-call-unpinned = Innkeeper konnte die von Ihnen angenommene Definition nicht speichern oder lesen und ruft das Werkzeug deshalb nicht auf. Es wurde nichts gesendet.
host-call-changed = Der Server hat die Definition dieses Werkzeugs seitdem geändert. Es wurde nichts gesendet.
host-call-unknown-tool = In dieser Unterhaltung wird kein Werkzeug namens „{ $tool }“ angeboten.
host-call-wrapper-unknown = In dieser Unterhaltung wird kein Werkzeug namens „{ $tool }“ angeboten, daher wurde nichts aufgerufen. `find_tools` liefert die genauen Namen.
host-call-wrapper-nested = `call_tool` ruft nur Werkzeuge von Servern auf, nicht „{ $tool }“. Es wurde nichts aufgerufen.
host-call-wrapper-unreadable = `call_tool` erwartet `tool`, den Namen eines Werkzeugs, und `arguments`, ein Objekt: { $error }. Es wurde nichts aufgerufen.
host-call-search-unreadable = `find_tools` erwartet `queries`, eine Liste kurzer Formulierungen, und `server`: { $error }.
host-call-search-failed = Die Werkzeuge konnten nicht durchsucht werden: { $why }.
host-call-not-for-models = Der Server behält dieses Werkzeug seiner eigenen Oberfläche vor und bietet es Modellen nicht an. Es wurde nichts gesendet.
host-call-no-name = Der Aufruf nennt kein Werkzeug. Es wurde nichts aufgerufen.
host-call-ambiguous = Teile dieses Aufrufs können zu einem anderen gehören. Es wurde nichts aufgerufen. Senden Sie jeden Aufruf noch einmal, einen nach dem anderen.
host-call-cut = Die Antwort erreichte in diesem Aufruf ihr Längenlimit. Es wurde nichts aufgerufen. Senden Sie kürzere Argumente.
host-call-not-object = Die Argumente müssen ein JSON-Objekt sein. Es wurde nichts aufgerufen. Schema: { $schema }
host-call-unfinished = Die Argumente sind kein vollständiges JSON. Es wurde nichts aufgerufen. Schema: { $schema }
host-call-arguments = Die Argumente können nicht gesendet werden: { $error }.
host-call-misfit = Die Argumente passen nicht zum Schema des Werkzeugs: { $problems }.
host-call-server-not-ready = { $server } ist nicht bereit.
host-call-no-tool = { $server } hat kein Werkzeug „{ $tool }“.
host-call-list-tools = `tools list` zeigt die Werkzeuge.

## Calls that were sent
host-call-waits-for-sign-in = Wartet auf Ihre Anmeldung
host-call-stopped = Gestoppt. Innkeeper hat den Server gebeten, den Aufruf zu beenden. Was er bis dahin getan hat, bleibt womöglich bestehen.
host-call-ended = Innkeeper wurde beendet, bevor eine Antwort kam.
host-call-timed-out = Keine rechtzeitige Antwort.
host-call-lost = Die Verbindung ging verloren.
host-call-lost-at-limit = { $reason } Der Server endete: { $limit }.
host-call-error = Der Server hat mit einem Fehler geantwortet: { $message } (Code { $code }).
host-call-error-data = Der Server hat mit einem Fehler geantwortet: { $message } (Code { $code }). Er ergänzt: { $data }
host-call-unreadable = Die Antwort ist nicht lesbar: { $error }.
host-call-refused = Die Antwort wurde abgewiesen: { $error }.
host-call-input = Der Aufruf endete, bevor er vollständig war: { $problem }.
host-call-not-sent = Nicht gesendet: { $error }.
host-call-requested-off = Während dieses Aufrufs hat der Server { $feature } angefordert; das ist für ihn ausgeschaltet. { $hint }
host-call-may-want = Sein Fehler kommt vielleicht daher, dass { $feature } für ihn ausgeschaltet ist. { $hint }
host-call-visit-off = Der Server hat nichts getan: Er will, dass Sie zuerst eine Seite besuchen. Das erfordert { $feature }; das ist für ihn ausgeschaltet. { $hint }
host-call-removed = Der Server wurde entfernt.
host-call-sandboxed = Was den Server aufhielt: { $why }. { $fix }
host-call-made = Seit seinem letzten Aufruf ist dies in einem Ordner entstanden, den er ändern darf: { $places }. Git, ein Editor oder ein Agent außerhalb der Sandbox führt womöglich aus, was darin steht. Sehen Sie es sich an, bevor Sie den Ordner dort benutzen.
host-call-made-runs = { $place } (führt { $runs } aus)
host-sentences = { $first } { $second }
host-call-visit-denied = Der Server hat nichts getan: Er will, dass zuerst eine Seite besucht wird, und das wurde nicht erlaubt.
host-call-visit-refused = Der Server hat nichts getan: Er will, dass zuerst eine Seite besucht wird, und Innkeeper hat das abgewiesen. { $why }
host-call-visited = Der Server hat noch nichts getan: Er wollte, dass zuerst { $pages } besucht wird. Innkeeper hat das im Browser geöffnet. Rufen Sie das Werkzeug erneut auf, wenn Sie dort fertig sind.
host-call-can-send-now = Seinem Server wurde ein Host erlaubt, seit der Aufruf geprüft wurde. Nichts wurde gesendet. Rufen Sie ihn erneut auf, damit er neu geprüft wird.
host-call-wakes = „{ $server }“ schlief und startet.
host-call-not-woken = „{ $server }“ schlief und ist nicht gestartet: { $reason } Es wurde nichts gesendet.

## Calls that became tasks
host-task-runs = Läuft als Aufgabe des Servers.
host-task-unstored = Der Server führt den Aufruf als Aufgabe fort, die nicht gespeichert werden konnte: { $error }. Innkeeper hat den Server gebeten, sie abzubrechen.
host-task-unreadable = Der Eintrag der Aufgabe ist nicht lesbar. Sie wurde womöglich ausgeführt.
host-task-waits-for-server = Aufgabe, läuft noch. Innkeeper fragt nach ihr, wenn „{ $server }“ verbunden ist.
host-task-cancelled = Gestoppt. Der Server hat die Bitte angenommen, die Aufgabe abzubrechen. Was er bis dahin getan hat, bleibt womöglich bestehen.
host-task-cancelled-by-server = Der Server hat die Aufgabe abgebrochen. Was er bis dahin getan hat, bleibt womöglich bestehen.
host-task-stopped-unheard = Gestoppt. Der Server konnte nicht gebeten werden, die Aufgabe abzubrechen; sie läuft dort womöglich weiter.
host-task-server-gone = Ihr Server wurde entfernt, deshalb kann das Ergebnis der Aufgabe nicht geholt werden. Sie wurde womöglich ausgeführt.
host-task-relaunched = Ihr Server wird jetzt anders gestartet, deshalb wird das Ergebnis der Aufgabe nicht von ihm geholt. Sie wurde womöglich ausgeführt.
host-task-expired = Die Aufgabe endete nicht in der Zeit, für die der Server sie aufbewahrt. Sie wurde womöglich ausgeführt.
host-task-denied = Der Server kennt die Aufgabe nicht mehr. Sie wurde womöglich ausgeführt. Der Server sagt: { $message }
host-task-failed = Die Aufgabe ist fehlgeschlagen. { $reason }
host-task-broken = Die Aufgabe wurde aufgegeben: { $problem }.
