### Freigaben im Terminal. Die Tasten sind in jeder Sprache dieselben Buchstaben.

## What to press
terminal-ask-once = Erlauben? y einmal, alles andere lehnt ab:
terminal-ask-conversation = Erlauben? y einmal, c in dieser Unterhaltung, alles andere lehnt ab:
terminal-ask-always = Erlauben? y einmal, c in dieser Unterhaltung, a immer, alles andere lehnt ab:
terminal-ask-accept = Annehmen? y nimmt an, alles andere lehnt ab:
terminal-ask-outflow = Senden? y in dieser Unterhaltung, alles andere hält hier an:
terminal-ask-outflow-always = Senden? y in dieser Unterhaltung, a immer an diesen Endpunkt, alles andere hält hier an:
terminal-ask-visit = Öffnen? y öffnet, n lehnt ab, alles andere bricht ab:
terminal-ask-form = Antworten? y zum Ausfüllen, n lehnt ab, alles andere bricht ab:
terminal-ask-send-form = Genau das senden? y sendet, alles andere sendet nicht:
terminal-ask-root = Freigeben? y gibt frei, alles andere nicht:
terminal-ask-root-typed = Tippen Sie { $name }, um den Ordner trotzdem freizugeben, alles andere gibt ihn nicht frei:
terminal-ask-calls = Welche erlauben? all für alle { $count }, Nummern wie 1 3, alles andere lehnt ab:
terminal-ask-value = Wert von { $name } (beim Tippen sichtbar, wird im Schlüsselbund aufbewahrt):
terminal-ask-tick = { $name } eingeben, um sie anzunehmen; alles andere lehnt ab:

## Nobody to ask
terminal-no-terminal = kein Terminal ist da, an dem gefragt werden kann
terminal-approve-deny = --approve deny antwortet mit Nein
terminal-approve-once = --approve once erlaubt nur die Aktion, die es nennt
terminal-denied = { $why }, deshalb wird das abgelehnt (siehe --approve)
terminal-calls-not-made = { $count ->
        [one] { $count } Aufruf von { $server } fand
       *[other] { $count } Aufrufe von { $server } fanden
    } nicht statt: { $why }. Führen Sie es an einem Terminal aus, oder erlauben Sie genau diese Aufrufe:
terminal-call-not-made = „{ $tool }“ von { $server } wurde nicht aufgerufen: { $why }. { $reason } Führen Sie es an einem Terminal aus, oder erlauben Sie genau diesen Aufruf:
terminal-call-not-nameable = „{ $tool }“ von { $server } wurde nicht aufgerufen: { $why }. { $reason } Keine Befehlszeile erlaubt das: Führen Sie es an einem Terminal aus.

## In several requests
terminal-server-says = Der Server sagt: „{ $text }“
terminal-server-says-lines = Der Server sagt:
terminal-server-says-more = { $count ->
        [one] … und { $count } weiteres Zeichen, nicht gezeigt
       *[other] … und { $count } weitere Zeichen, nicht gezeigt
     }
terminal-server-says-of = Der Server sagt über { $tool }: „{ $text }“
terminal-server-says-of-lines = Der Server sagt über { $tool }:
terminal-argument = { $name } ({ $size }):
terminal-marked-from = (von { $servers })
terminal-no-arguments = keine Argumente
terminal-and-lines-more = und { $count } weitere
terminal-leaves = verlässt diesen Rechner
terminal-stays = auf diesem Rechner

## A tool call, and several
terminal-tool-title = „{ $tool }“ über { $server } ausführen?   { $risk }
terminal-tool-by = angefordert von { $client }
terminal-tool-times = { $times } gleiche Aufrufe: Die Antwort gilt für alle
terminal-tool-narrowed = - Weniger angeboten: { $why }.
terminal-tool-always = - { $why }
terminal-tool-reading = - Damit seine Werkzeuge, die nach eigener Angabe nur lesen, als „Liest“ gelten: rules trust { $server } on
terminal-calls-title = { $count ->
        [one] { $count } Aufruf
       *[other] { $count } Aufrufe
    } über { $server } ausführen?   { $risk }
terminal-calls-by = in einem Schritt angefordert von { $client }
terminal-calls-unclear = Es gibt die Aufrufe 1 bis { $count }. Noch ist nichts beantwortet.

## Starting and connecting
terminal-launch-title = { $server } starten?   führt Code auf diesem Rechner aus, mit Ihren Rechten.
terminal-launch-title-changed = { $server } starten?   führt Code auf diesem Rechner aus, mit Ihren Rechten. Der Start wäre anders, als Sie ihn angenommen haben.
terminal-launch-program = Programm       { $path }
terminal-launch-target = verweist auf   { $path }
terminal-launch-folder = arbeitet in    { $path }
terminal-launch-gets = erhält         { $names }
terminal-launch-reach = Er kann auf alles zugreifen, worauf Sie zugreifen können: Nichts beschränkt ihn.
terminal-remote-title = Mit { $origin } verbinden?   für { $server }.
terminal-remote-title-changed = Mit { $origin } verbinden?   für { $server }. Es ist anders, als Sie es angenommen haben.
terminal-remote-url = URL            { $url }
terminal-remote-header = Header         { $name }, { $source }
terminal-remote-reach = Er erhält die Argumente seiner Werkzeugaufrufe und sonst nichts von diesem Rechner.

## Models
terminal-outflow-title = Werkzeugergebnisse an { $host } senden?   verlässt diesen Rechner
terminal-outflow-to = an         { $origin }
terminal-outflow-model = Modell     { $model }
terminal-outflow-data = Daten von  { $servers }
terminal-outflow-later = Auch spätere Ergebnisse von Servern in dieser Unterhaltung gehen dorthin. Bisher wurde nichts gesendet.

terminal-link-title = Einen Link zu { $host } öffnen?   verlässt diesen Rechner
terminal-link-carries = Daten von { $servers }
terminal-endpoint-title = Unterhaltungen an { $origin } senden?
terminal-endpoint-unencrypted = Alles, was dorthin geht, ist in Ihrem Netz unverschlüsselt.
terminal-endpoint-what = { $protocol } bei { $address }, Modell { $model }

## Sampling
terminal-feature-sampling = { $server } Anfragen an Ihr Modell erlauben?
terminal-feature-sampling-each = Jedes Mal sehen Sie die Anfrage, und die Antwort, bevor sie abgeht.
terminal-feature-input = { $server } Rückfragen an Sie erlauben?
terminal-feature-input-each = Jedes Mal sehen Sie die Anfrage und entscheiden über die Antwort.
terminal-feature-reconnects = Der Server verbindet sich neu, um davon zu erfahren.
terminal-sampling-title = Ihr Modell für { $server } fragen?   { $place }
terminal-sampling-model = Modell   { $model } bei { $origin }: { $why }
terminal-sampling-length = Länge    höchstens { $most } Tokens (angefordert: { $requested })
terminal-sampling-cost-row = Kosten   { $cost }
terminal-sampling-estimate = etwa { $estimate }, höchstens { $most }
terminal-sampling-budget-row = Budget   { $minute } von { $minute-limit } Anfragen in dieser Minute, { $day } von { $day-limit } Tokens heute (diese eingeschlossen)
terminal-sampling-today = Anfrage { $number } von heute
terminal-sampling-context = - Er bittet um Kontext ({ $context }): Hier wird keiner hinzugefügt
terminal-sampling-system = System-Prompt, in seinen Worten:
terminal-sampling-message = { $role } (vom Server geschrieben):
terminal-sampling-tool = Werkzeug { $tool } des Servers: { $description }
terminal-sampling-then = Sie sehen die Antwort vor dem Server. Zum Bearbeiten verwenden Sie das Fenster.
terminal-reply-title = Diese Antwort Ihres Modells an { $server } geben?
terminal-reply-facts = { $model } hat in { $time } ms geantwortet: { $input } Tokens hinein, { $output } heraus, Kosten { $cost }, { $stop }
terminal-reply-tools = Der Server würde diese Aufrufe seiner eigenen Werkzeuge ausführen.
terminal-said-image = [ein Bild, { $type }, { $width } × { $height }, { $size }]
terminal-said-data = [{ $what }, { $size }]
terminal-said-tool = [{ $what }]

## Changes
terminal-change-tool = { $server } hat sein Werkzeug { $tool } geändert. Änderung annehmen?
terminal-change-instructions = { $server } hat seine Anweisungen geändert. Änderung annehmen?
terminal-change-new = { $server } bietet { $count ->
    [one] ein Werkzeug
   *[other] { $count } Werkzeuge
} an, die es vorher nicht gab. Annehmen?
terminal-change-new-off = Kein Modell sieht sie, bis Sie annehmen. Jeder Aufruf wird weiterhin wie andere genehmigt.
terminal-change-off = Es wurde nichts gesendet. Es bleibt ausgeschaltet, bis Sie annehmen.
terminal-change-part = { $title } ({ $note }):
terminal-change-digest = Definition { $before } vorher, { $now } jetzt

## Forms and pages
terminal-visit-title = Eine Seite für { $server } öffnen?
terminal-visit-site = Website    { $origin }
terminal-visit-letters = gelesen    { $letters }
terminal-visit-address = Adresse    { $url }
terminal-form-title = { $server } fragt Sie:
terminal-form-secret = ! Dieser Text erwähnt ein Geheimnis: Geben Sie niemals eines ein.
terminal-form-field = { $title }
terminal-form-field-required = { $title }, erforderlich
terminal-form-about = „{ $text }“
terminal-form-field-secret = Dieses Feld erwähnt ein Geheimnis: Geben Sie niemals eines ein.
terminal-form-left-out = Der Vorschlag des Servers passt hier nicht und wurde weggelassen.
terminal-form-never = Geben Sie hier niemals ein Passwort oder einen Schlüssel ein.
terminal-form-needed = Das ist erforderlich.
terminal-form-number = Geben Sie eine Zahl ein.
terminal-form-yes-no = Geben Sie y oder n ein.
terminal-form-choice = Geben Sie die Nummer einer Auswahl ein.
terminal-form-takes-yes-no = y oder n
terminal-form-takes-numbers = { $hint }, Nummern
terminal-form-option = { $number } { $title }
terminal-form-option-sent = { $number } { $title } (gesendet als „{ $value }“)

## Sign-in
terminal-client-forget = Ihren eigenen Client für { $server } vergessen?
terminal-client-title = Ihren eigenen Client für { $server } verwenden?
terminal-client-only = Er wird nur für diesen Server und diesen Aussteller verwendet.
terminal-sign-in-title = Bei { $server } anmelden?   öffnet { $page } in Ihrem Browser
terminal-sign-in-server = Server       { $origin }
terminal-sign-in-issuer = Aussteller   { $issuer }
terminal-sign-in-client = Client       { $client }
terminal-sign-in-for = für          { $resource }
terminal-sign-in-scope = Scope        { $scope }
terminal-sign-in-scope-new = Scope        { $scope }   neu
terminal-sign-in-known-as = bekannt als  { $client }
terminal-sign-in-then = Bisher wurde nichts geöffnet. Ihr Passwort tippen Sie im Browser, niemals hier.

## Folders
terminal-root-title = { $server } Zugriff auf diesen Ordner geben?
terminal-root-folder = Ordner   { $path }
terminal-root-link = Dorthin führt { $picked }.
terminal-root-holds = enthält  { $files ->
        [one] { $files } Datei
       *[other] { $files } Dateien
    }
terminal-root-holds-more = enthält  mehr als { $files } Dateien
terminal-root-for = zum      { $access }
terminal-root-named = Name     „{ $name }“
terminal-root-argument = Auch als letztes Argument: Der Server startet neu.
terminal-root-variable = Auch als Variable { $name }: Der Server startet neu.
terminal-root-risk = ! { $risk }.
terminal-root-secret = ! { $path } ({ $what })
terminal-root-secrets-more = ! und { $count } weitere, die nach Geheimnissen aussehen
terminal-root-other = Er hat auch { $path } ({ $access })
terminal-root-private = Kein anderer Server erfährt davon. Sie können es jederzeit widerrufen.

## Authority
terminal-authority-tier = von „{ $from }“ zu „{ $to }“
terminal-authority-where = wenn „{ $argument }“ { $test }
terminal-authority-says = der Server sagt: „{ $text }“
terminal-reach-title = { $server } will einen Host erreichen
terminal-reach-yours = { $server } einen Host erreichen lassen
terminal-reach-host = Host und Port: { $host }
terminal-reach-punycode = Der Name ist in Punycode geschrieben: In Buchstaben kann er wie ein anderer Name aussehen.
terminal-reach-address = { $what }
terminal-reach-call = Läuft gerade: { $tool }
terminal-launch-keeps = Er behält: { $what }
terminal-launch-holds = Ihm wurden Daten von { $servers } gesendet; läuft er so, kann er sie überallhin senden.
terminal-root-was-sent = Ihm wurden Daten von { $servers } gesendet; er kann sie dorthin schreiben.
terminal-reach-holds = Ihm wurden Daten von { $servers } gesendet; er kann sie dorthin senden.
terminal-reach-first = Bisher kann dieser Server nichts senden.
terminal-ask-reach = Erlauben? [y = einmal, r = solange er läuft, a = immer, alles andere = nein]
terminal-reach-unasked = { $server } wurde eine Verbindung zu { $host } verweigert: { $why }. Erlauben Sie den Host mit `servers reach "{ $server }" --allow { $host }`.

## Ein anderes Programm an der Stelle eines Servers
terminal-replacement-title = Ein anderes Programm tritt an die Stelle von { $server }. Es erhält nur, was Sie wählen; alles andere wird entfernt.
terminal-replacement-held = Das alte Programm hat erhalten:
terminal-replacement-stays = { $what }: in jedem Fall entfernt. { $why }
terminal-ask-moves = Erhält das neue Programm dies? y gibt es weiter, alles andere entfernt es:
