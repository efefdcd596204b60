## ArgumentValue
consent-marked-passages = { $count ->
        [one] { $count } markierte Stelle
       *[other] { $count } markierte Stellen
     }
hidden-characters = { $count ->
        [one] { $count } verborgenes Zeichen
       *[other] { $count } verborgene Zeichen
     }

## AuthorityApproval
rule-effect-allow = Erlauben
rule-effect-ask = Jedes Mal fragen
rule-effect-deny = Nie
consent-part-rules = Regeln
rule-where = wenn
rule-and = und
consent-authority-widens-sampling = Das erweitert den Zugriff des Servers auf Ihre Modelle.
consent-authority-widens = Das erweitert, was ohne Freigabe geschehen darf.
consent-authority-undo-server = Sie können es auf der Seite des Servers widerrufen, mit sofortiger Wirkung
consent-authority-undo-rules = Sie können es auf der Seite „Regeln“ widerrufen, mit sofortiger Wirkung
consent-authority-void-start = Automatisch, wenn der Server anders starten würde
consent-authority-void-tool = Automatisch, wenn der Server anders starten würde oder sich die Definition des Werkzeugs ändert

## CallRow
consent-part-calls = Aufrufe
consent-call-arguments = { $count ->
        [one] { $count } Argument
       *[other] { $count } Argumente
     }, { $size }
consent-call-hide = Argumente von Aufruf { $number } ausblenden
consent-call-show = Argumente von Aufruf { $number } zeigen

## CallsApproval
consent-calls-more-tools = { $count ->
        [one] { $count } weiteres Werkzeug
       *[other] { $count } weitere Werkzeuge
     }
consent-calls-all-selected = Alle { $count } Aufrufe ausgewählt
consent-calls-selected = { $ticked } von { $count } Aufrufen ausgewählt
consent-calls-list = { $count ->
        [one] { $count } Aufruf
       *[other] { $count } Aufrufe
     }

## ChangeApproval
consent-change-used = { $count ->
        [one] { $count } Aufruf.
       *[other] { $count } Aufrufe.
     }
consent-change-used-since = { $count ->
        [one] { $count } Aufruf
       *[other] { $count } Aufrufe
     } (erster: { $since }, letzter: { $last }).
consent-change-title-instructions = { $server } hat seine Anweisungen geändert. Änderung annehmen?
consent-change-title-tool = { $server } hat die Definition seines Werkzeugs { $tool } geändert. Änderung annehmen?
consent-change-off-voids = Es wurde nichts gesendet. Das Werkzeug bleibt aus, bis Sie annehmen.
consent-change-off = Das Werkzeug bleibt aus, bis Sie annehmen.

## ElicitationField
consent-field-required = erforderlich
consent-field-optional = optional

## AllowButton
consent-ready-soon = Gleich bereit

## AuthorityApproval
consent-part-rule = eine Regel
rule-every-tool = jedes Werkzeug
consent-request = Anfrage
consent-authority-ends-after = Sie endet nach { $time }.
consent-authority-conversation = Sie gilt nur in der Unterhaltung „{ $conversation }“.
consent-part-meaning = die Bedeutung
consent-authority-meaning = Was das bedeutet
consent-how-it-ends = Wie es endet
consent-authority-logged = Das Protokoll hält fest, dass Sie es erlaubt haben

## CallRow
consent-part-call = ein Aufruf
consent-call-label = Aufruf { $number }: { $tool }
consent-call-no-arguments = keine Argumente
consent-call-same = { $times } gleiche Aufrufe
consent-call-times = { $times }-mal
consent-call-will-be-denied = wird abgelehnt
consent-call-viewed = angesehen
consent-call-not-viewed = nicht angesehen
consent-hide-arguments = Argumente ausblenden
consent-show-arguments = Argumente zeigen
consent-part-call-arguments = Argumente eines Aufrufs
consent-part-open-calls = geöffnete Aufrufe
consent-no-arguments = Das Werkzeug braucht keine Argumente.
consent-call-apart = Diesen Aufruf einzeln entscheiden
consent-call-apart-why = um ihn zu bearbeiten oder länger zu erlauben

## CallsAnswers
consent-allow-calls = { $count } Aufrufe erlauben
consent-allow-selected-count = Auswahl erlauben ({ $ticked }), { $rest } ablehnen
consent-allow-selected = Auswahl erlauben

## CallsApproval
consent-calls-title = { $count } Aufrufe über { $server } ausführen?
consent-calls-by = in einem Schritt angefordert von { $client }
consent-show-json = Als JSON zeigen
consent-calls-requested = Angeforderte Aufrufe
consent-calls-size = { $size } Argumente
consent-calls-hide-all = Alle Argumente ausblenden
consent-calls-show-all = Alle Argumente zeigen
consent-side = Gründe und Reichweite
consent-why-needed = Warum eine Freigabe nötig ist
consent-calls-together = Warum sie zusammengefasst sind
consent-calls-together-why = Ein Server, ein Schritt, eine Risikostufe. Kein Aufruf enthält Daten eines anderen Servers.
consent-reach = Worauf es zugreifen kann
consent-claims-part = Angaben des Servers
consent-claims = Der Server gibt an
consent-claims-none = Nichts.
consent-definition = Definition

## ChangeApproval
consent-change-unused = Kein Aufruf ist verzeichnet.
consent-change-accepted = zuletzt angenommen: { $day }
consent-change-what = Was sich geändert hat
consent-change-both = Beide vollständig
consent-change-no-instructions = Kein Modell erhält die Anweisungen.
consent-change-void = Ihr „immer“ für dieses Werkzeug gilt nicht mehr.
consent-change-not-sent = Es wurde nichts gesendet.
consent-change-page = Die Seite des Servers zeigt, was Sie angenommen hatten, bis Sie diese Änderung annehmen.
consent-change-accepted-part = Was Sie angenommen hatten
consent-change-now-part = Wie es jetzt ist
consent-change-stands-out = Auffälligkeiten
consent-digest = Prüfsumme
consent-change-before = Vorher
consent-change-now = Jetzt
consent-change-used-part = Bisher benutzt

## ClientApproval
consent-client-keychain = Wird im Schlüsselbund dieses Rechners gespeichert.
consent-client-memory = Bleibt im Arbeitsspeicher, bis Sie Innkeeper beenden.
consent-client-title = Eigenen Client für { $server } verwenden?
consent-client-what = Für Anbieter, die eine manuelle Client-Registrierung verlangen.
consent-client-key = speichert einen Schlüssel
consent-part-place = der Autorisierungsserver
consent-client-only-here = Er wird nur hier verwendet
consent-client-other = Das ist ein anderer Host als der Server.
consent-client-compare = { $server } liegt unter { $origin } und nennt diese Adresse für die Anmeldung. Vergleichen Sie beide.
oauth-issuer = Aussteller
oauth-client-id = Client-ID
consent-part-client-id = die Client-ID
consent-client-as-given = wie vom Anbieter erhalten
consent-part-client-secret = das Client-Geheimnis
oauth-client-secret = Client-Geheimnis
consent-client-if-any = falls vorhanden
consent-reach-label = Reichweite
consent-then = Was dann geschieht
consent-client-review = Sie prüfen die Anmeldung, bevor sich ein Browser öffnet
consent-client-token = Das Geheimnis geht nur an den Token-Endpunkt dieses Ausstellers
consent-client-others = Andere Server erhalten nichts davon

## Consent
consent-asks-you = Innkeeper fragt Sie
consent-nothing-pending = Keine offenen Freigaben
consent-nothing-pending-hint = Freigaben erscheinen hier: ein Werkzeugaufruf, ein Server zum Starten, ein Modell zum Verwenden.

## Difference
consent-difference-now = Jetzt:
consent-difference-before = Vorher:
consent-difference-more = { $more } weitere Zeilen unterscheiden sich. Beide Texte zeigen sie vollständig.

## ElicitationApproval
consent-visit-title = Eine Seite für { $name } öffnen?
consent-form-title = { $name } fragt Sie
consent-visit-sub = Sie öffnet sich in Ihrem Browser.
consent-form-sub = Der Server erhält, was Sie eintragen.
consent-opens-browser = öffnet Ihren Browser
consent-goes-to-server = geht an den Server
consent-part-why = der Grund
consent-elicitation-why = Warum, in den Worten des Servers
consent-elicitation-secret = Dieser Text erwähnt ein Geheimnis.
consent-elicitation-secret-hint = Geben Sie hier niemals ein Geheimnis ein.
consent-part-site = die Website
consent-visit-site = Website
consent-visit-letters = In eigener Schrift: { $letters }
consent-part-address = die Adresse
consent-visit-address = Vollständige Adresse, wie sie geöffnet wird
consent-form-sent = Was gesendet wird
consent-check-carefully = Genau prüfen
consent-part-to-know = Was Sie wissen sollten
consent-visit-look = Prüfen Sie den Namen der Website
consent-form-never = Niemals ein Passwort oder einen Schlüssel
consent-visit-goes = Was Sie dort eingeben, geht an diese Website
consent-visit-not-loaded = Vor Ihrer Entscheidung wird nichts geladen
consent-visit-learns = Der Server erfährt nur, dass Sie dem Besuch zugestimmt haben
consent-form-who = Der Server und sein Betreiber erhalten, was Sie schreiben
consent-form-checked = Innkeeper prüft es gegen das Formular des Servers und sendet es unverändert
consent-form-refused = Innkeeper weist ein Formular ab, das nach einem Geheimnis fragt, bevor Sie es sehen
consent-part-no = Wenn Sie ablehnen
consent-form-decline = Ablehnen oder schließen
consent-form-decline-hint = Ablehnen sagt dem Server Nein. Schließen teilt ihm mit, dass Sie nicht entschieden haben.

## ElicitationField
consent-option-stands-for = { $title } (gesendet als „{ $value }“)
consent-part-field = ein Feld zum Ausfüllen
consent-part-fields = Felder zum Ausfüllen
consent-no-answer = Keine Antwort
yes = Ja
no = Nein
consent-field-left-out = Der Vorschlag des Servers passt nicht in das Feld und wurde weggelassen.
consent-field-secret = Dieses Feld erwähnt ein Geheimnis. Geben Sie niemals eines ein.

## EndpointApproval
consent-endpoint-keychain = Innkeeper prüft den Schlüssel zuerst und speichert ihn dann im Schlüsselbund dieses Rechners.
consent-endpoint-memory = Innkeeper prüft den Schlüssel zuerst und hält ihn dann im Arbeitsspeicher, bis Sie beenden.
consent-endpoint-has-key = Für diese Adresse ist schon ein Schlüssel gespeichert. Lassen Sie das Feld leer, um ihn zu verwenden.
consent-endpoint-leave-empty = { $kept } Lassen Sie das Feld leer, wenn keiner nötig ist.
consent-endpoint-title = { $name } als Modell verwenden?
on-this-machine = auf diesem Rechner
leaves-this-machine = verlässt diesen Rechner
consent-endpoint-goes = Ihre Nachrichten, Anhänge und Werkzeugergebnisse gehen dorthin
consent-address = Adresse
consent-part-key = der Schlüssel
consent-endpoint-key = Schlüssel
consent-endpoint-key-only = nur für diese Adresse
consent-gets = Was es erhält
consent-endpoint-gets-chats = Was Sie in Chats schreiben, die es verwenden
consent-endpoint-gets-results = Ergebnisse von Werkzeugen als Teil des Chats
consent-endpoint-gets-tools = Namen und Beschreibungen der Werkzeuge Ihrer Server
consent-again-part = Wann erneut eine Freigabe nötig ist
consent-again = Eine Freigabe ist erneut nötig, wenn
consent-endpoint-again = sich die Adresse ändert. Vergleichen Sie sie Buchstabe für Buchstabe mit der, die Sie erhalten haben.

## EndpointModels
consent-part-model = das Modell
consent-endpoint-model = Modell
consent-endpoint-model-first = das anfängliche Modell
consent-endpoint-model-name = aus der Liste des Endpunkts oder sein Name beim Endpunkt
consent-endpoint-list-again = Modelle erneut auflisten
consent-endpoint-list = Modelle auflisten
consent-endpoint-models = Modelle des Endpunkts
consent-endpoint-models-more = { $count } weitere: Geben Sie einen Teil des Namens ein.
consent-endpoint-models-none = Kein Modell dieses Namens steht in der Liste. Enter verwendet den Namen trotzdem.
consent-endpoint-listed = Der Endpunkt bietet { $count ->
        [one] { $count } Modell
       *[other] { $count } Modelle
     } an. Sie können jedes davon in einem Chat wählen, mit demselben Schlüssel.

## FeatureApproval
consent-feature-model-title = { $server } Anfragen an Ihr Modell erlauben?
consent-feature-form-title = { $server } Rückfragen an Sie erlauben?
consent-feature-reconnects = Der Server verbindet sich neu, um davon zu erfahren.
consent-part-may-do = was er darf
consent-feature-may-do = Was er dann darf
consent-feature-model-what = Texte, Bilder und Töne an Ihr Modell senden und dessen Antwort erhalten. Ihr Anbieter kann das berechnen.
consent-feature-form-what = Ihnen ein Formular zum Ausfüllen oder eine Seite im Browser zeigen.
consent-stays-yours = Was in Ihrer Hand bleibt
consent-feature-each-time = Sie entscheiden jedes Mal
consent-feature-before-model = bevor Ihr Modell die Anfrage sieht
consent-feature-before-answer = bevor der Server die Antwort erhält
consent-feature-no-chats = Der Server erhält nichts aus Ihren Chats
consent-feature-in-full = mit der vollständigen Anfrage des Servers vor Augen
consent-feature-secrets = Innkeeper weist Felder ab, die nach Geheimnissen aussehen

## Footer
consent-allow-trust = { $allow }, dem Lesen vertrauen

## LaunchApproval
consent-launch-void = Was Sie dem Server erlaubt haben, gilt nicht, bis Sie annehmen.
consent-launch-changes = { $count ->
        [one] { $count } Angabe hat
       *[other] { $count } Angaben haben
     } sich geändert (zuletzt angenommen: { $day }). Was Sie dem Server erlaubt haben, gilt nicht, bis Sie annehmen.

## RootApproval
consent-root-size-more = mehr als { $count } Dateien, { $size }
consent-root-size = { $count ->
        [one] { $count } Datei
       *[other] { $count } Dateien
     }, { $size }
consent-root-tells-word = sagt

## SamplingAsked
consent-message-part = Nachricht { $message } von { $messages }, Teil { $part } von { $parts }
consent-message = Nachricht { $message } von { $messages }
consent-part-messages = Nachrichten
consent-part-tools = Werkzeuge

## SamplingBlock
consent-block-undo = Rückgängig
tokens = { $count ->
        [one] { $count } Token
       *[other] { $count } Tokens
     }

## SamplingReply
consent-part-of = Teil { $part } von { $parts }
consent-reply-gets-text = diesen Text
consent-not-reported = nicht angegeben

## SamplingSide
consent-mark-cost = Kosten { $mark } von 5
consent-mark-speed = Tempo { $mark } von 5
consent-mark-intelligence = Intelligenz { $mark } von 5
consent-marks = Ihre Angaben dazu: { $marks }.
consent-model-here = { $model } (dieser Rechner)
consent-model-at = { $model } bei { $origin }

## SignInApproval
consent-sign-in-new = { $count } neu

## below
consent-below-arguments = { $count ->
        [one] { $count } Argument
       *[other] { $count } Argumente
     }
consent-below-one = Weiter unten: { $list }
consent-below-many = Weiter unten: { $list }

## form
hours = { $count ->
        [one] { $count } Stunde
       *[other] { $count } Stunden
     }

## sampling
consent-edits = { $edits ->
        [one] { $edits } Änderung
       *[other] { $edits } Änderungen
     }
consent-edits-less = { $edits ->
        [one] { $edits } Änderung
       *[other] { $edits } Änderungen
     }, { $tokens ->
        [one] { $tokens } Token
       *[other] { $tokens } Tokens
     } weniger
consent-edits-more = { $edits ->
        [one] { $edits } Änderung
       *[other] { $edits } Änderungen
     }, { $tokens ->
        [one] { $tokens } Token
       *[other] { $tokens } Tokens
     } mehr

## Footer
consent-how-long = Wenn Sie erlauben, für wie lange
consent-if-allow = Wenn Sie erlauben:
consent-always-where = Immer wenn
consent-tools-selected = Oben { $count ->
        [one] { $count } Werkzeug
       *[other] { $count } Werkzeuge
     } ausgewählt
consent-for = für { $time }
consent-reply-standing = Künftig nur noch die Prompts dieses Servers vorlegen
consent-reply-tools = Antworten, die Werkzeuge aufrufen, brauchen weiterhin Ihre Freigabe
consent-note = Notiz für das Modell:
consent-deny-with-note = Mit dieser Notiz ablehnen
consent-edit-discard = Änderungen verwerfen
consent-edit-result = Sie sehen das Ergebnis, bevor Sie es senden können
consent-edit-check = Änderungen prüfen
consent-edit-undo = Änderungen rückgängig machen
consent-deny-note = Mit Notiz ablehnen …
consent-dismiss = Ohne Antwort schließen
consent-change-next = Beim nächsten Aufruf ist erneut eine Freigabe nötig
consent-edit-bytes = Innkeeper sendet genau { $count ->
        [one] dieses { $count } Byte
       *[other] diese { $count } Bytes
     }
consent-reply-again = Modell erneut fragen
consent-edit-done = Bearbeiten beenden
consent-edit = Bearbeiten

## LaunchApproval
consent-launch-changed-title = { $server } würde anders starten. Trotzdem starten?
consent-launch-title = { $server } starten?
consent-launch-runs = Der Server läuft als Programm auf diesem Rechner, mit Ihren Rechten.
consent-launch-code = führt Code aus
consent-what-changed = Was sich geändert hat
consent-launch-command = Der Befehl
consent-launch-words = Befehl, Wort für Wort
consent-launch-program = Programm
consent-part-program = das Programm
consent-launch-leads-to = verweist auf
consent-launch-folder = Arbeitsverzeichnis
consent-part-folder = das Arbeitsverzeichnis
consent-launch-environment = Umgebung
consent-part-environment = die Umgebung
consent-launch-hidden = Werte bleiben verborgen.
consent-launch-reach = Er kann auf alles zugreifen, worauf Sie zugreifen können
consent-launch-no-sandbox = Es gibt noch keine Sandbox.
consent-launch-files = Ihre Dateien, lesend und schreibend
consent-launch-network = Das Netzwerk
consent-launch-programs = Andere Programme, mit Ihren Rechten gestartet
consent-launch-again = sich Befehl, Programm, Verzeichnis oder Namen der Umgebung ändern.
consent-each-call = Jeder Werkzeugaufruf braucht Ihre Freigabe
consent-launch-only = Ihre Freigabe startet das Programm. Sie erlaubt keines seiner Werkzeuge.

## LaunchValues
consent-value-keychain = Innkeeper speichert ihn im Schlüsselbund dieses Rechners.
consent-value-memory = Innkeeper hält ihn im Arbeitsspeicher, bis Sie beenden.
consent-part-value = ein einzugebender Wert
consent-part-values = einzugebende Werte

## OutflowApproval
consent-outflow-title = Werkzeugergebnisse an { $host } senden?
consent-part-servers = die Server
consent-outflow-goes = Was diese Server in dieser Unterhaltung geliefert haben, geht dorthin
consent-outflow-to = An
consent-outflow-results = Bisherige Werkzeugergebnisse als Teil des Chats
consent-outflow-later = Was diese und andere Server später in dieser Unterhaltung liefern
consent-outflow-again = Eine Freigabe ist erneut nötig
consent-outflow-again-when = in einer anderen Unterhaltung und für eine andere Adresse. Bisher wurde nichts gesendet.

## Readiness
consent-inactive = Nicht aktiv. Klicken Sie in dieses Fenster, um zu antworten.
consent-inactive-busy = Noch nicht aktiv. Sie haben gerade im Chat getippt oder geklickt.
consent-inactive-typing = Nicht aktiv. Tasten bewirken hier nichts, bis Sie aufhören zu tippen.
consent-ready = Bereit. Ihre Antwort zählt jetzt.
consent-soon = Gleich bereit.

## RemoteApproval
consent-remote-title = Mit { $origin } verbinden?
consent-remote-changed = { $server } wäre anders erreichbar. Was Sie dem Server erlaubt haben, gilt nicht, bis Sie annehmen.
consent-remote-as = Als { $server }.
consent-remote-address = Die vollständige Adresse
consent-remote-headers = Header
consent-part-headers = die Header
consent-remote-no-headers = keine von Ihnen
consent-remote-hidden = Werden mit jeder Anfrage an diesen Ursprung gesendet, und nirgendwohin sonst. Werte bleiben verborgen.
consent-remote-arguments = Die Argumente der Werkzeugaufrufe, die Sie erlauben
consent-remote-network = Ihre Netzwerkadresse und dass Sie Innkeeper verwenden
consent-remote-nothing = Nichts aus Ihren Chats, Dateien oder anderen Servern
consent-remote-again = sich die URL oder die Namen der Header ändern. Vergleichen Sie die Adresse Buchstabe für Buchstabe mit der, die Sie erhalten haben.
consent-remote-only = Ihre Freigabe stellt die Verbindung her. Sie erlaubt keines der Werkzeuge.

## RootApproval
consent-root-title = { $server } Zugriff auf diesen Ordner geben?
consent-root-sub = Kein anderer Server erfährt davon. Sie können den Zugriff jederzeit widerrufen.
consent-root-choose = Anderen Ordner wählen
consent-part-root = der Ordner
consent-root-folder = Ordner
consent-root-link = Sie haben { $picked } gewählt. Das ist ein Link. Der Zugriff gilt für sein Ziel, das oben steht.
consent-part-warning = eine Warnung
consent-root-secrets = Dieser Ordner scheint Geheimnisse zu enthalten.
consent-root-secrets-hint = Was ein Server lesen kann, kann er weitergeben. Wählen Sie nach Möglichkeit einen Unterordner.
consent-root-more = und { $count } weitere
consent-root-access = Zugriff für den Server
consent-part-access = lesen oder schreiben
consent-root-read = Nur lesen
consent-root-read-hint = Namen und Inhalte sehen. Innkeeper teilt es dem Server mit; Schreiben wird noch nicht verhindert.
consent-root-write = Lesen und schreiben
consent-root-write-hint = Auch anlegen, ändern und löschen. Innkeeper kann das nicht rückgängig machen.
consent-part-typed = der einzugebende Name
consent-root-typed = Um den Zugriff trotzdem zu geben, tippen Sie den Namen des Ordners
consent-part-root-name = der sichtbare Name
consent-root-name = Name, den der Server sieht
consent-part-root-pass = wie er davon erfährt
consent-root-pass = Wie der Server davon erfährt
consent-root-pass-roots = Wenn er nach seinen Ordnern fragt
consent-root-pass-argument = Auch als letztes Argument, für einen Server, der nie nach seinen Ordnern fragt
consent-root-pass-variable = Auch in einer Umgebungsvariablen
consent-root-variable = Name der Variablen
consent-root-restart = Der Server startet mit dem Ordner neu, und Sie prüfen diesen Start.
consent-part-means = Was das bedeutet
consent-root-tells = Der Zugriff { $tells } dem Server, wo er arbeiten soll. Er begrenzt ihn nicht: Ein Programm auf diesem Rechner kann weiterhin alles öffnen, was Sie öffnen können
consent-root-moved = Innkeeper entzieht einen Ordner, der verschoben, ersetzt oder gelöscht wird, und zeigt es an
consent-root-remote = Dieser Server ist kein Programm auf diesem Rechner: Er erfährt Pfad und Namen des Ordners, nicht seine Dateien
consent-root-folders = Ordner dieses Servers
consent-root-had = Er hat schon Zugriff auf diesen ({ $access }). Ihre Antwort ersetzt das.
consent-root-other = { $access }, seit { $day }
consent-root-none = Noch keine.
consent-root-version-control = Versionsverwaltung
consent-root-repository = Das ist ein Repository: Dort sehen Sie, was sich ändert.
consent-root-in-repository = Er liegt im Repository { $repository }.
consent-root-no-repository = In keinem Repository: Überschriebene Dateien lassen sich nicht wiederherstellen.

## SamplingApproval
consent-reply-title = { $server } diese Antwort geben?
consent-sampling-title = { $server } bittet Ihr Modell um einen Text
consent-sampling-steps = Zwei Schritte
consent-sampling-prompt = Der Prompt
consent-sampling-answer = Die Antwort
consent-show-answer = Antwort zeigen
consent-show-prompt = Prompt zeigen
consent-show-texts = Texte zeigen
consent-sampling-changed = Sie haben die Anfrage geändert.
consent-sampling-not-told = Der Server erfährt das nicht.

## SamplingAsked
consent-system-text = Systemtext
consent-by-server = vom Server geschrieben
consent-part-system = der Systemtext
consent-as-user = Als Benutzer
consent-as-model = Als Modell
consent-part-message = eine Nachricht
consent-part-tool = ein Werkzeug
consent-tool = Werkzeug
consent-tool-by-server = der Server führt es aus
consent-left-out = weggelassen
consent-tool-left-out = Das Modell erfährt nicht davon.

## SamplingBlock
consent-you-edit = Sie bearbeiten
consent-edited = von Ihnen bearbeitet
consent-block-restore = Wieder aufnehmen
consent-block-leave-out = Weglassen
consent-image-hide = Ausblenden
consent-image-look = Ansehen
consent-image-of = : das Bild von { $which }
consent-image-alt = Bild des Servers, { $width } mal { $height }

## SamplingLeft
consent-sampling-off-hint = Lehnt diese Anfrage ab und lässt den Server kein Modell verwenden, bis Sie Sampling wieder einschalten
consent-sampling-off = Sampling ausschalten

## SamplingReply
consent-reply-calls = Die Antwort ruft Werkzeuge auf.
consent-reply-calls-hint = Es sind Werkzeuge von { $server }. Der Server führt sie selbst aus und fragt das Modell mit den Ergebnissen erneut.
consent-reply-raw = unverändert
consent-part-answer = die Antwort
consent-reply-original = Original wiederherstellen
consent-you-changed-part = Was Sie geändert haben: { $part }
consent-you-changed = Was Sie geändert haben
consent-next = Was als Nächstes geschieht
consent-reply-gets = Der Server erhält { $text }, den Namen des Modells und den Grund des Endes. Sonst nichts.
consent-reply-withheld = Wenn Sie die Antwort nicht senden, erfährt der Server, dass Sie abgelehnt haben. Das Modell wurde schon verwendet.
consent-used = Verbrauch
consent-used-in = Eingabe
consent-used-out = Ausgabe
consent-cost = Kosten
consent-no-price = kein Preis festgelegt
consent-took = Dauer
consent-stopped = Ende
consent-stop-raw = Grund laut Endpunkt: { $reason }

## SamplingSide
consent-part-the-model = Das Modell
consent-estimate = Schätzung
consent-at-most = Höchstens
consent-answer-limit = Antwortlimit
consent-wished = Der Server hat { $count } angefordert.
consent-budget = Sein Kontingent
consent-budget-minute = Anfragen in dieser Minute
consent-budget-day = Tokens heute
consent-reply-reviewed = Sie sehen die Antwort vor dem Server.
consent-reply-unseen = Der Server erhält die Antwort ohne Ihre Prüfung: Das haben Sie für diesen Server erlaubt. Eine Antwort, die Werkzeuge aufruft, prüfen Sie weiterhin.
consent-context = Kontext
consent-context-add = Frühere eigene Ergebnisse dieses Servers hinzufügen ({ $count ->
        [one] { $count } Token
       *[other] { $count } Tokens
     }). Angefordert: { $asked }.
consent-context-none = In dieser Unterhaltung gibt es keine.
consent-context-others = Innkeeper fügt niemals etwas von anderen Servern hinzu.
consent-else = Was er noch anfordert

## SignInApproval
consent-sign-in-more = { $server } mehr erlauben?
consent-sign-in-title = Bei { $server } anmelden?
consent-sign-in-sub = Ihr Browser öffnet sich. Sie melden sich dort an, nicht hier.
consent-part-origin = der Ursprung
consent-sign-in-opens = Diese Seite öffnet sich
consent-sign-in-foreign = Der Name enthält Buchstaben einer anderen Schrift.
consent-sign-in-foreign-hint = Sie sind oben hinter „xn--“ ausgeschrieben. Ein Browser zeigt womöglich Buchstaben, die bekannten gleichen.
consent-part-scopes = die angeforderten Berechtigungen
consent-sign-in-scopes = Angeforderte Berechtigungen
consent-sign-in-new-mark = , neu
consent-sign-in-no-scopes = Keine benannten: Der Anbieter entscheidet und zeigt sie auf seiner Seite.
consent-sign-in-names = Die Namen stammen vom Server. Ihre Bedeutung steht auf der Seite, die sich öffnet.
consent-sign-in-for = Für
consent-sign-in-known = Bekannt als
consent-why-reach = Grund und Reichweite
consent-sign-in-no-password = Sie melden sich dort an. Innkeeper sieht kein Passwort
consent-token-keychain = Innkeeper speichert das Token im Schlüsselbund dieses Rechners
consent-token-memory = Innkeeper hält das Token im Arbeitsspeicher, bis Sie beenden: Es gibt keinen Schlüsselbund
consent-token-goes = Es wird nur an { $origin } gesendet
consent-sign-in-only = Die Anmeldung erlaubt keines der Werkzeuge. Sie können sich auf der Seite des Servers abmelden.

## Strip
consent-about-conversation = · Unterhaltung „{ $name }“
consent-about-not-sent = · es wurde nichts dorthin gesendet
consent-about-differently = · ein Server, dem Sie vertraut haben, würde anders starten
consent-about-not-started = · es wurde nichts gestartet
consent-about-sampling = · Sampling, Anfrage { $count } von heute
consent-about-elicitation = · ein Server fragt Sie
consent-about-feature = · der Server konnte bisher nicht fragen
consent-about-root = · Sie haben einen Ordner für einen Server gewählt
consent-about-unchanged = · es hat sich nichts geändert
consent-about-change = · bevor es wieder verwendet werden kann
consent-about-client = · es wurde nichts gespeichert
consent-about-sign-in = · es wurde nichts geöffnet
consent-about-outflow = · es wurde kein Werkzeugergebnis dieser Unterhaltung dorthin gesendet
consent-position = 1 von { $count }
consent-expires = Wird abgelehnt, wenn in { $time } keine Antwort kommt

## ToolApproval
consent-tool-title = { $call } über { $server } ausführen?
consent-tool-by = angefordert von { $client }
consent-tool-same = { $times } gleiche Aufrufe warten.
consent-tool-same-hint = Eine Antwort gilt für alle.
consent-tool-edited = Das sind Ihre Argumente.
consent-tool-edited-hint = Dem Modell wird mitgeteilt, dass Sie sie geändert haben.
consent-tool-unchecked = Die Argumente wurden nicht geprüft.

## ToolEdit
consent-part-arguments = Argumente
consent-edit-form-label = Schreibweise der Argumente
consent-edit-form = Formular
consent-edit-json = Argumente als JSON
consent-edit-apart = Das Formular kann das nicht zeigen: { $why }
consent-edit-hint = Innkeeper prüft das Schema des Werkzeugs und Ihre Regeln erneut. Das Protokoll behält den ursprünglichen Aufruf.

## ToolsBeside
consent-part-tools-to-allow = die zu erlaubenden Werkzeuge
consent-beside-title = Erlauben für { $time }: { $count ->
        [one] { $count } Werkzeug
       *[other] { $count } Werkzeuge
     }
consent-beside-all = Alle auswählen
consent-beside-none = Keine auswählen
consent-beside-hint = Das gilt für die jetzigen Definitionen. Wo Daten zwischen Servern fließen, bleibt eine Freigabe nötig.

## TrustReading
consent-part-trust = Vertrauen in das Lesen dieses Servers
consent-trust-if = Wenn Sie es erlauben
consent-trust = Dem Lesen dieses Servers vertrauen
consent-trust-what = { $count ->
        [one] { $count } Werkzeug von { $server }, das nach eigener Angabe nur liest, gilt als „Liest“.
       *[other] { $count } Werkzeuge von { $server }, die nach eigener Angabe nur lesen, gelten als „Liest“.
     } Was der Server liefert, macht für seine eigenen zerstörenden Werkzeuge keine neue Freigabe nötig. Jeder Aufruf braucht weiterhin eine Freigabe, sofern Sie ihn nicht erlauben.
consent-trust-not = Nicht für einen Server, der E-Mails, das Web oder geteilte Dateien liest. Sie können es auf der Seite „Regeln“ widerrufen.
consent-trust-which = Welche Werkzeuge ({ $count })

## below
consent-below-more = mehr von { $name }

## calls
consent-missing-call = Wählen Sie zuerst einen Aufruf

## form
consent-schema-too-long = sein Schema ist zu lang
consent-missing-check = Prüfen Sie zuerst Ihre Änderungen
consent-missing-tool = Wählen Sie zuerst ein Werkzeug
consent-missing-field = Füllen Sie zuerst { $field } aus
consent-misfit-field = { $field } ist noch nicht gültig
consent-draft-refused = Ihr Text kann nicht gesendet werden
consent-draft-check = Innkeeper prüft zuerst Ihren Text
consent-missing-client-id = Geben Sie zuerst die Client-ID ein
consent-missing-typed = Tippen Sie zuerst den Namen des Ordners
consent-missing-variable = Benennen Sie zuerst die Variable
consent-missing-model = Wählen Sie zuerst ein Modell
consent-missing-value = Geben Sie zuerst einen Wert für { $name } ein
consent-off-endpoint = diesen Endpunkt gibt es nur in dieser Sitzung
scope-conversation = Diese Unterhaltung
scope-endpoint = Für diesen Endpunkt nicht mehr fragen
scope-once = Einmal
scope-always = Immer
consent-off-group = nur für einen Aufruf, den Sie einzeln entscheiden
consent-off-edited = ein bearbeiteter Aufruf wird einmal erlaubt; spätere brauchen wieder eine Freigabe
consent-off-call = nicht für diesen Aufruf
scope-where = Immer wenn …
scope-tools = Mehrere Werkzeuge …
minutes = { $count ->
        [one] { $count } Minute
       *[other] { $count } Minuten
     }
consent-grant-read = Zugriff geben, nur lesen
consent-grant-write = Zugriff geben, lesen und schreiben
consent-connect = Verbinden
consent-accept-start = Annehmen und starten
consent-start = Diesen Server starten
consent-use-endpoint = Diesen Endpunkt verwenden
consent-send-results = Ergebnisse senden
consent-give-answer = Diese Antwort geben
consent-send-model = An das Modell senden
consent-open-page = Seite öffnen
consent-send-form = Angaben senden
consent-let-ask = Anfragen erlauben
consent-accept-change = Änderung annehmen
consent-client-use = Speichern und verwenden
consent-open-browser = Browser öffnen
consent-allow-edits = Mit Änderungen erlauben
consent-allow-conversation = In dieser Unterhaltung erlauben
consent-allow-where = Immer erlauben, wenn dies zutrifft
consent-allow-tools = Diese Werkzeuge erlauben
consent-allow-always = Immer erlauben
consent-allow-once = Einmal erlauben
consent-authority-rules = Ab jetzt erlauben
consent-authority-without = Regel entfernen
consent-authority-tier = Risikostufe senken
consent-authority-trust = Dem Lesen vertrauen
consent-authority-unguarded = Schutz ausschalten
consent-authority-sampling = Erlauben
consent-authority-resume = Regeln wieder wirken lassen
consent-deny-connect = Nicht verbinden
consent-deny-start = Nicht starten
consent-deny-outflow = Ergebnisse nicht senden
consent-deny-root = Nicht freigeben
consent-deny-reply = Antwort nicht senden
consent-decline = Ablehnen
consent-cancel = Abbrechen
consent-deny-authority = Nichts ändern
consent-deny-instructions = Alte Anweisungen behalten
consent-deny-tool = Werkzeug ausgeschaltet lassen
consent-deny-sign-in = Nicht anmelden
consent-deny-all = Alle ablehnen
consent-deny-endpoint = Nicht verwenden
consent-deny = Ablehnen

## sampling
consent-stop-done = Das Modell war fertig.
consent-stop-limit = Das Antwortlimit wurde erreicht: Das Ende fehlt.
consent-stop-sequence = Ein Text wurde erreicht, an dem der Server das Ende wollte.
consent-stop-tools = Das Modell möchte, dass der Server Werkzeuge ausführt.
of-limit = { $used } von { $limit }

## calls
consent-named-count = { $count } Aufrufen
consent-named-calls = { $count ->
        [one] Aufruf { $numbers }
       *[other] Aufruf { $numbers }
    }
consent-view-first = Sehen Sie zuerst die Argumente von { $calls } an
