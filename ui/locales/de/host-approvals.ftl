### Die Texte der Freigabeanfragen. Nur Rust verwendet sie.

## Pending approvals
host-approval-why = { $lead } { $rest }
host-approval-change-first = Der Server hat die Definition dieses Werkzeugs geändert. Sie entscheiden zuerst über die Änderung.
host-title-tool = „{ $tool }“ über { $server } ausführen?
host-title-root = { $server } Zugriff auf einen Ordner geben?
host-title-apply = Änderungen von { $server } in { $folder } übernehmen?
host-title-reach = { $server } den Host { $host } erreichen lassen?
host-title-roots = { $server } seine Ordner mitteilen?

## Reasons for the approval of a call
host-server-removed = (entfernter Server)
host-reason-own-flow-lead = Ein zerstörendes Werkzeug braucht jedes Mal eine Freigabe.
host-reason-own-flow = Diese Unterhaltung enthält Daten dieses Servers. Text darin kann das Modell zu diesem Aufruf verleitet haben.
host-reason-relaunched-lead = Dieser Server wurde früher anders gestartet.
host-reason-relaunched = Diese Unterhaltung enthält Daten aus dieser Zeit. Sie gelten als Daten eines anderen Servers.
host-reason-flow-lead = Daten könnten zwischen Servern fließen.
host-reason-flow = Diese Unterhaltung enthält Daten von { $server }. Eine Freigabe ist auch dort nötig, wo Sie das Werkzeug erlaubt haben.
host-reason-flow-through = Diese Unterhaltung enthält Daten von { $via }, das zuvor Daten von { $from } bekam.
host-reason-sent-since-lead = { $server } hat mehr als 1 MB an seine Hosts gesendet, seit Sie das erlaubt haben.
host-reason-sent-since = Diese Unterhaltung enthält Daten von { $server }.
host-reason-carries-lead = Die Argumente enthalten Text von { $server }.
host-reason-carries = Er ist markiert. Eine Freigabe ist jedes Mal nötig, auch wenn Sie das Werkzeug erlaubt haben.
host-reason-carries-definition-lead = Die Argumente enthalten Text aus den Werkzeugbeschreibungen von { $server }.
host-reason-carries-definition = Das Modell liest Beschreibungen, ohne ein Werkzeug aufzurufen. Die markierten Teile stammen von dort.
host-reason-no-rule-lead = Keine Regel deckt diesen Aufruf ab.
host-reason-no-rule = Sie haben dieses Werkzeug hier nicht erlaubt.
host-reason-budget-turn-lead = Eine Regel hat seit Ihrer letzten Nachricht { $calls } Aufrufe erlaubt.
host-reason-budget-hour-lead = Eine Regel hat innerhalb einer Stunde { $calls } Aufrufe erlaubt.
host-reason-budget = Mehr erlaubt eine Regel nicht, ohne Sie erneut zu fragen.
host-reason-sum-lead = Mit diesem Aufruf wäre „{ $argument }“ innerhalb einer Stunde zusammen mehr als { $most }.
host-reason-sum = Bis zu dieser Summe erlaubt eine Regel, ohne Sie erneut zu fragen.
host-narrowed-budget = „Diese Unterhaltung“ lässt die Regel erneut { $calls } Aufrufe erlauben.
host-reason-destructive-lead = Dieses Werkzeug kann Daten zerstören, Programme ausführen oder Geld ausgeben.
host-reason-destructive = Das haben Sie oder der Server selbst so angegeben.
host-reason-sends-lead = Dieses Werkzeug könnte Daten hinaussenden.
host-reason-sends = Innkeeper kann nicht prüfen, ob dieses Werkzeug nur liest, und behandelt es deshalb wie eines, das Daten senden kann.
host-reason-writes-lead = Dieses Werkzeug schreibt.
host-reason-reads-lead = Dieses Werkzeug liest.
host-reason-your-tier = Sie haben diese Risikostufe gewählt.
host-reason-trusted = Der Server gibt das an, und Sie vertrauen diesem Server beim Lesen.
host-reason-claim-lead = Der Server bezeichnet dieses Werkzeug als harmlos.
host-reason-claim = Innkeeper verlässt sich nicht darauf.
host-reason-changed-lead = Der Server hat die Definition dieses Werkzeugs geändert.
host-reason-changed = Was Sie dafür erlaubt haben, gilt nicht, bis Sie die Änderung annehmen.
host-reason-hidden-lead = Die Argumente enthalten Zeichen, die man nicht sieht.
host-reason-hidden = Sie sind unten ausgeschrieben. Ein solcher Aufruf braucht jedes Mal eine Freigabe, was immer Sie erlaubt haben.
host-reason-edited-lead = Sie haben die Argumente geändert.
host-reason-edited = Ein bearbeiteter Aufruf wird nur einmal erlaubt.
host-reason-rule-asks = Eine Ihrer Regeln verlangt eine Freigabe.
host-reason-rule-allows = Eine Ihrer Regeln erlaubt diesen Aufruf.
host-reason-rule-denies = Eine Ihrer Regeln lehnt diesen Aufruf ab.
host-reason-command-line = Die Befehlszeile erlaubt diesen Aufruf.
host-reason-too-broad-lead = Die Befehlszeile nennt nicht genau einen Aufruf.
host-reason-too-broad = Ein zerstörendes Werkzeug verlangt das: --approve-tool SERVER/TOOL:1.
host-reason-unreadable-lead = Eine gespeicherte Regel ist nicht lesbar.
host-reason-unreadable = Sicherheitshalber lehnt sie den Aufruf ab.
host-reason-suspended-lead = Sie haben alles gestoppt.
host-reason-suspended = Eine Ihrer Regeln würde diesen Aufruf erlauben. Regeln erlauben nichts, bis Sie sie auf der Seite „Regeln“ wieder aktivieren.
host-reason-unconfirmed-lead = Seine gespeicherten Berechtigungen sind nicht bestätigt.
host-reason-unconfirmed = Innkeeper kann nicht feststellen, dass es sie geschrieben hat. Bis Sie sie bestätigen, erlaubt keine Regel einen Aufruf dieses Servers.
host-reason-unchecked-lead = Die Argumente wurden nicht geprüft.

## Approval of a call
host-narrowed-edited = ein bearbeiteter Aufruf wird einmal erlaubt; spätere brauchen wieder eine Freigabe
host-narrowed-alone = der Aufruf gehört zu keiner Unterhaltung
host-narrowed-rule = eine Ihrer Regeln verlangt jedes Mal eine Freigabe
host-narrowed-relaunched = „Immer“ gibt es hier nicht: Der Server wurde früher anders gestartet
host-narrowed-flow = „Immer“ gibt es nicht, wenn Daten zwischen Servern fließen
host-narrowed-destructive = „Immer“ gibt es nicht für ein zerstörendes Werkzeug
host-narrowed-each = ein zerstörendes Werkzeug braucht jedes Mal eine Freigabe
host-always-offline = „Immer“ lässt auch diese Daten zu { $server } gelangen. Das gilt, solange { $server } kein Netzwerk hat und kein anderer Server einen Ordner sieht, in den er schreibt.
host-reach-program = Der Server ist ein Programm auf diesem Rechner.
host-reach-program-named = Der Server ist ein Programm auf diesem Rechner ({ $program }).
host-reach-unconfined = Er kann Ihre Dateien, Ihr Netzwerk und andere Programme so weit verwenden wie Sie. Nichts beschränkt ihn.
host-reach-remote = Der Server liegt unter { $origin }. Die Argumente verlassen diesen Rechner und gehen dorthin.
host-reach-remote-here = Der Server liegt unter { $origin }, auf diesem Rechner. Die Argumente gehen dorthin.
host-asked-terminal = Ihnen, an einem Terminal
host-asked-page = Ihnen, auf der Seite des Servers

## Arguments
host-size-characters = { $count } Zeichen
host-size-items = { $count ->
        [one] { $count } Element
       *[other] { $count } Elemente
    }
host-size-fields = { $count ->
        [one] { $count } Feld
       *[other] { $count } Felder
    }
host-size-boolean = Wahrheitswert
host-size-null = null
host-size-number = Zahl

## Permissions that widen authority
host-authority-tool = „{ $tool }“ von { $server } { $long } erlauben?
host-authority-every = Jedes Werkzeug von { $server } { $long } erlauben?
host-authority-tools = { $count } Werkzeuge von { $server } { $long } erlauben?
host-long-minutes = für { $count ->
        [one] { $count } Minute
       *[other] { $count } Minuten
    }
host-long-hours = für { $count ->
        [one] { $count } Stunde
       *[other] { $count } Stunden
    }
host-long-conversation = in einer Unterhaltung
host-long-always = ohne Freigabe
host-authority-remove-deny = Die Regel entfernen, die „{ $tool }“ von { $server } ablehnt?
host-authority-remove-deny-every = Die Regel entfernen, die jedes Werkzeug von { $server } ablehnt?
host-authority-remove-ask = Die Regel entfernen, die für „{ $tool }“ von { $server } eine Freigabe verlangt?
host-authority-remove-ask-every = Die Regel entfernen, die für jedes Werkzeug von { $server } eine Freigabe verlangt?
host-authority-remove-allow = Die Regel entfernen, die „{ $tool }“ von { $server } erlaubt?
host-authority-remove-allow-every = Die Regel entfernen, die jedes Werkzeug von { $server } erlaubt?
host-authority-tier = „{ $tool }“ von { $server } als „{ $tier }“ einstufen?
host-authority-trust = { $server } beim Lesen vertrauen?
host-authority-unguarded = Daten von { $from } ohne Freigabe zu { $server } gelangen lassen?
host-authority-forget-data = Ergebnisse von { $server } nur noch als seine eigenen Daten zählen?
host-authority-unreviewed = Antworten Ihrer Modelle ohne Ihre Prüfung an { $server } senden?
host-authority-instructions = Ihre Modelle die Anweisungen von { $server } lesen lassen?
host-authority-budget = { $server } mehr Anfragen an Ihre Modelle erlauben?
host-authority-resume = Ihre Regeln wieder aktivieren?
host-authority-registry = Die Registry { $host } verwenden?
host-authority-stored =
    { $servers ->
        [one] Die gespeicherten Berechtigungen eines Servers bestätigen?
       *[other] Die gespeicherten Berechtigungen von { $servers } Servern bestätigen?
    }
host-point-rules = Ein solcher Aufruf braucht keine Freigabe, solange die Definition des Werkzeugs und der Start des Servers gleich bleiben.
host-point-rules-flow = Wo Daten zwischen Servern fließen, bleibt eine Freigabe nötig.
host-point-rules-arguments = Argumente ohne Bedingung dürfen jeden Wert haben.
host-point-without = Aufrufe, die Ihre anderen Regeln erlauben, brauchen dann keine Freigabe.
host-point-tier-flow = Daten anderer Server in der Unterhaltung machen für dieses Werkzeug keine Freigabe mehr nötig.
host-point-tier-text = Wenn seine Argumente Text anderer Server enthalten, bleibt eine Freigabe nötig.
host-point-tier-definition = Das gilt für die jetzige Definition des Werkzeugs.
host-point-trust = Diese Werkzeuge geben an, dass sie nur lesen. Sie gelten dann als „Liest“: { $tools }.
host-point-trust-none = Kein Werkzeug von { $server } gibt an, dass es nur liest. Deshalb gilt dadurch kein Werkzeug als „Liest“.
host-point-trust-own = Was { $server } liefert, macht für seine eigenen zerstörenden Werkzeuge keine neue Freigabe nötig.
host-point-trust-each = Jeder Aufruf braucht weiterhin eine Freigabe, sofern Sie ihn nicht erlauben. Daten anderer Server brauchen weiterhin eine Freigabe.
host-point-trust-only = Tun Sie das nur, wenn niemand sonst schreiben kann, was der Server liest: nicht bei E-Mails, dem Web oder geteilten Dateien.
host-point-unguarded = Daten von { $from } dürfen ohne Freigabe an { $server } gesendet werden, wenn eine Regel das Werkzeug erlaubt.
host-point-unguarded-text = Text von { $from } in den Argumenten macht keine Freigabe mehr nötig.
host-point-unguarded-destructive = Ein Werkzeug, das Daten zerstören, Programme ausführen oder Geld ausgeben kann, braucht weiterhin jedes Mal eine Freigabe.
host-point-unreviewed = Sie geben weiterhin jede Anfrage frei, bevor Ihr Modell sie erhält.
host-point-unreviewed-tools = Eine Antwort, die Werkzeuge des Servers aufruft, prüfen Sie weiterhin, bevor der Server sie erhält.
host-point-instructions = { $server } hat diesen Text geschrieben. Jede Anfrage einer Unterhaltung, in der er eingeschaltet ist, wird ihn enthalten.
host-point-instructions-data = Er ist als Behauptung von { $server } gekennzeichnet, und über jeden Aufruf eines Werkzeugs wird wie bisher entschieden.
host-point-instructions-change = Ändert { $server } den Text, lesen Modelle diesen, bis Sie die Änderung annehmen.
host-point-budget-minute = Anfragen pro Minute: { $to } statt { $from }.
host-point-budget-day = Tokens pro Tag: { $to } statt { $from }.
host-point-budget-each = Sie geben weiterhin jede Anfrage frei.
host-point-registry-sent = Ihre Suchen und die Namen der Server, die Sie öffnen, gehen an diese Adresse. Nichts von Ihren Unterhaltungen, Servern oder Schlüsseln.
host-point-registry-claims = Jeder kann in einer Registry veröffentlichen. Was sie auflistet, sind Behauptungen, für die Innkeeper nicht einsteht.
host-point-registry-review = Einen Server daraus fügen Sie selbst hinzu, und er wird wie jeder andere geprüft, bevor er startet.
host-point-resume = Sie haben alles gestoppt. Seitdem haben Ihre Regeln nichts erlaubt.
host-point-stored = Von jetzt an gilt all das, als hätten Sie es erlaubt.
host-point-stored-why = Innkeeper kann nicht feststellen, dass es das geschrieben hat. Es kann aus einer früheren Version oder einer älteren Kopie Ihrer Daten stammen. Der Schlüsselbund kann seinen Schlüssel verloren haben, oder ein anderes Programm hat Ihre Daten geändert.
host-point-stored-else = Wenn Sie etwas nicht wiedererkennen, bestätigen Sie nicht. Entfernen Sie zuerst die Regel, den Ordner, den Host oder den Server und prüfen Sie dann noch einmal.
host-stored-launch = Sein Start wurde angenommen.
host-stored-no-launch = Sein Start wird geprüft, bevor er läuft.
host-stored-unconfined = Er darf ohne Sandbox laufen.
host-stored-folder-read = Ordner zum Lesen: { $path }
host-stored-folder-write = Ordner zum Lesen und Schreiben: { $path }
host-stored-host = Er darf { $host } erreichen.
host-stored-every-tool = jedes Werkzeug
host-stored-allow = Ohne Nachfrage erlaubt, { $long }: { $tool }
host-stored-allow-where = Ohne Nachfrage erlaubt, { $long }: { $tool }, wenn { $conditions }
host-stored-ask = Fragt jedes Mal: { $tool }
host-stored-deny = Verboten: { $tool }
host-stored-tier = { $tool } gilt als: { $tier }
host-stored-trusted = Sie vertrauen ihm beim Lesen: Seine Werkzeuge, die nach eigener Angabe nur lesen, gelten als „Liest“, und seine Daten gelten als harmlos.
host-stored-unguarded = Daten von { $server } dürfen ihn ohne Freigabe erreichen.
host-stored-flows =
    { $count ->
        [one] In einer Unterhaltung dürfen ihn Daten eines anderen Servers erreichen.
       *[other] In Unterhaltungen dürfen ihn in { $count } Fällen Daten anderer Server erreichen.
    }
host-stored-sampling = Er darf Ihre Modelle fragen.
host-stored-elicitation = Er darf Sie um Eingaben bitten.
host-stored-definitions =
    { $count ->
        [one] Eine Definition wurde angenommen.
       *[other] { $count } Definitionen wurden angenommen.
    }
host-stored-tools-off = Abgeschaltet: { $tools }
host-point-forget-data = { $server } bekam Daten von { $servers }. Seine Ergebnisse zählen auch als Daten dieser Server.
host-point-forget-data-sure = Wenn { $server } diese Daten noch hat, können sie zu anderen Servern gelangen, ohne dass eine Freigabe ihre Herkunft nennt.

## Changes of a definition
host-part-title = Titel
host-part-description = Beschreibung
host-part-arguments = Argumente
host-part-result = Ergebnis
host-part-annotations = Annotationen
host-part-other = Andere Felder
host-part-instructions = Anweisungen
host-difference-claims = Angaben des Servers
host-difference-characters = Zeichen geändert
host-difference-words = { $added ->
        [one] { $added } Wort
       *[other] { $added } Wörter
    } hinzugefügt, { $removed } entfernt
host-difference-words-added = { $count ->
        [one] { $count } Wort
       *[other] { $count } Wörter
    } hinzugefügt
host-difference-words-removed = { $count ->
        [one] { $count } Wort
       *[other] { $count } Wörter
    } entfernt
host-difference-lines = { $changes }
host-difference-added = { $count } hinzugefügt
host-difference-changed = { $count } geändert
host-difference-removed = { $count } entfernt
host-change-roomier-lead = { $field } könnte Daten anderer Server aufnehmen.
host-change-roomier = Das Feld nimmt mehr Text an als bisher.
host-change-roomier-more = { $count ->
        [one] { $count } weiteres Feld könnte
       *[other] { $count } weitere Felder könnten
    } Daten anderer Server aufnehmen.
host-change-claims-reading = Das Werkzeug gibt jetzt an, nur zu lesen.
host-change-claims-harmless = Das Werkzeug gibt jetzt an, nichts zu zerstören.
host-change-claim = Eine Angabe senkt seine Risikostufe nicht.
host-change-destructive-lead = Das Werkzeug kann jetzt Daten zerstören, Programme ausführen oder Geld ausgeben.
host-change-destructive = Der Server selbst gibt das an.

## Confusable names and unusual characters
host-shadow-same-lead = Dieser Name ist nicht eindeutig.
host-shadow-alike-lead = Dieser Name ist leicht zu verwechseln.
host-shadow-here = Dieser Server hat auch { $tool }.
host-shadow-same = { $server } hat auch ein Werkzeug mit diesem Namen.
host-shadow-other = { $server } hat { $tool }.
host-shadow-more = { $count ->
        [one] { $count } weiteres Werkzeug hat einen ähnlichen Namen.
       *[other] { $count } weitere Werkzeuge haben ähnliche Namen.
    }
host-odd-name-hidden-lead = Sein Name enthält { $count ->
        [one] { $count } verborgenes Zeichen
       *[other] { $count } verborgene Zeichen
    }.
host-odd-name-hidden = Ausgeschrieben lautet er { $name }.
host-odd-hidden-lead = { $count ->
        [one] { $count } verborgenes Zeichen
       *[other] { $count } verborgene Zeichen
    } { $place }.
host-odd-hidden = Verborgene Zeichen sind ausgeschrieben.
host-odd-mixed-name = „{ $word }“ mischt Schriften.
host-odd-mixed = „{ $word }“ { $place } mischt Schriften.
host-odd-scripts = Darin stehen Buchstaben dieser Schriften: { $scripts }.
host-odd-poses-lead = { $name } sieht aus wie { $like }.
host-odd-poses = Der Name enthält Buchstaben eines anderen Alphabets.
host-place-title = im Titel
host-place-description = in der Beschreibung
host-place-arguments = im Schema der Argumente
host-place-instructions = in den Anweisungen
host-place-url = in der URL
host-place-command = im Befehl
host-script = { $name ->
        [Arabic] Arabisch
        [Armenian] Armenisch
        [Cherokee] Cherokee
        [Coptic] Koptisch
        [Cyrillic] Kyrillisch
        [Georgian] Georgisch
        [Greek] Griechisch
        [Han] Chinesisch
        [Hebrew] Hebräisch
        [Latin] Lateinisch
       *[other] { $name }
    }

## Addresses
host-address-foreign-lead = Der Name enthält Buchstaben einer anderen Schrift.
host-address-foreign = Sie sind hinter „xn--“ ausgeschrieben. Ein Browser zeigt womöglich Buchstaben, die bekannten gleichen.
host-address-poses-lead = Er sieht aus wie { $name }.
host-address-poses = Es ist eine andere Website.
host-address-number-lead = Die Adresse ist eine IP-Adresse, kein Name.
host-address-number = Nichts zeigt, wem sie gehört.
host-address-long-lead = Der Name der Website ist lang.
host-address-long = Wem die Website gehört, zeigt das Ende des Namens, nicht der Anfang.
host-address-private-lead = Die Adresse liegt in einem privaten Netzwerk.
host-address-private = Dort antwortet ein Gerät oder Dienst dieses Netzwerks. Das Öffnen der Adresse kann dort etwas auslösen.
host-address-here-lead = Die Adresse liegt auf diesem Rechner.
host-address-here = Es antwortet das Programm, das dort auf Verbindungen wartet. Das Öffnen der Adresse kann dort etwas auslösen.
host-address-port-lead = Sie verwendet Port { $port }.
host-address-port = Eine Adresse ohne Nummer verwendet den üblichen Port.

## Starting and connecting
host-launch-given = Als Pfad angegeben
host-launch-found = Erster Treffer im Suchpfad aus { $count ->
        [one] { $count } Ordner
       *[other] { $count } Ordnern
    }
host-source-kept = nur für diesen Server gespeichert
host-source-variable = Ihre Variable { $variable }, bei jeder Verbindung gelesen
host-source-inherited = Ihr eigener Wert, falls gesetzt
host-source-host = Ihr eigener Wert, bei jedem Start gelesen
host-source-path = der Suchpfad
host-source-folder = der Ordner { $path }
host-launch-plain-lead = Die Verbindung ist nicht verschlüsselt.
host-launch-plain = Andere auf dem Netzwerkweg können Argumente, Ergebnisse und Angaben der Werkzeuge mitlesen und ändern.
host-launch-private = Dort antworten Geräte und Dienste dieses Netzwerks. In einem anderen Netzwerk kann ein anderes Gerät dieselbe Adresse haben.
host-launch-here = Es antwortet das Programm, das dort auf Verbindungen wartet.
host-launch-fetches-lead = { $program } lädt dieses Paket beim Start womöglich herunter.
host-launch-fetches = Der heruntergeladene Code kann sich von Start zu Start ändern.
host-launch-latest = „latest“ führt bei jedem Start die neueste Version aus.
host-launch-kept-argument-lead = Ein Schlüssel in den Argumenten liegt im Schlüsselbund.
host-launch-kept-argument = { $placeholder } wird beim Start des Programms durch ihn ersetzt.
host-launch-plain-key-lead = Ein Argument sieht wie ein Schlüssel aus.
host-launch-plain-key = Ohne Schlüsselbund speichert Innkeeper ihn unverschlüsselt. Ihre anderen Programme können ihn lesen.
host-launch-shell-lead = Das startet eine Shell.
host-launch-shell = Sie kann jeden Befehl in ihren Argumenten ausführen.
host-launch-loads = { $variable } kann anderen Code in das Programm laden.
host-launch-loads-code = Sie kann anderen Code in das Programm laden oder bestimmen, welchen Code es ausführt.
host-launch-redirects = Sie kann das, was das Programm sendet, an einen anderen Ort leiten.
host-answer-not-ticked = Eine Variable, die Code lädt oder Anfragen umleitet, ist nicht angekreuzt.
host-answer-other-changes = Keine Änderung ist ausgewählt oder eine, die sich nicht übernehmen lässt.
host-launch-root-lead = Er startet mit einem Ordner, auf den Sie Zugriff gegeben haben.
host-launch-root-variable = { $path } ist der Wert seiner Variablen { $variable }.
host-launch-root-argument = { $path } steht am Ende seiner Argumente.

## Model endpoints
host-wire-anthropic = Anthropic Messages
host-wire-responses = OpenAI Responses
host-wire-openai = OpenAI-kompatibler Chat

## Sampling
host-sampling-chosen = Sie haben dieses Modell gewählt.
host-wish-models = Bevorzugte Modelle: { $models }
host-wish-priorities = Prioritäten: { $priorities }
host-wish-temperature = Temperatur { $temperature }
host-wish-stops = Endet bei { $texts }
host-quoted = „{ $text }“
host-wish-tool = Das Modell muss ein Werkzeug verwenden
host-wish-no-tool = Das Modell darf kein Werkzeug verwenden
host-said-audio = Audio, { $type }
host-said-image = ein Bild, { $type }
host-said-call = ruft { $tool } auf
host-said-result = Ergebnis eines Werkzeugs
host-said-result-failed = Ergebnis eines fehlgeschlagenen Werkzeugs

## Sign-in
host-sign-in-elsewhere-lead = Sie melden sich bei einer anderen Website an.
host-sign-in-elsewhere = Der Server unter { $server } gibt an, dass Sie sich bei { $page } anmelden.
host-sign-in-workload-lead = Ein Token in einer Datei meldet an.
host-sign-in-workload = Innkeeper liest { $file } und sendet das Token darin an { $issuer }, jetzt und jedes Mal, wenn das Zugriffstoken abläuft.
host-sign-in-moved-lead = Dieser Server verwendet jetzt einen anderen Autorisierungsserver.
host-sign-in-moved = Sie waren bei { $old } angemeldet. Nichts von dieser Anmeldung geht an { $new }. Wenn Sie diesen Wechsel nicht erwartet haben, fragen Sie zuerst den Betreiber des Servers.
host-sign-in-bound-lead = Die Tokens sind an einen Schlüssel gebunden.
host-sign-in-bound = Innkeeper erzeugt für diese Anmeldung einen Schlüssel und bewahrt ihn bei den Tokens auf. Ein kopiertes Token ist ohne ihn wertlos.
host-sign-in-redeems-lead = Eine andere Website erhält das Ergebnis der Anmeldung.
host-sign-in-redeems = Sie melden sich bei { $page } an, und { $receiver } erhält das Ergebnis. Vergewissern Sie sich, dass beide zusammengehören.
host-sign-in-more-lead = Der Server fordert mehr Berechtigungen an, als er hat.
host-sign-in-more = Die neuen sind markiert.
host-sign-in-no-scope-lead = Der Server nennt keine Berechtigungen.
host-sign-in-no-scope = Die Anmeldeseite sagt, was sie erlauben wird.
host-sign-in-foreign-lead = Der Name der Seite enthält Buchstaben einer anderen Schrift.
host-sign-in-foreign = Er kann aussehen wie ein bekannter Name und zu einer anderen Website gehören.

## Tool results to a remote model
host-outflow-expired = Niemand hat rechtzeitig geantwortet. Es wurde nichts an { $host } gesendet.
host-outflow-unattended = Niemand war da, um es freizugeben. Es wurde nichts an { $host } gesendet.
host-outflow-command-line = Die Befehlszeile erlaubt es nicht. Es wurde nichts an { $host } gesendet.
host-outflow-unrecorded = Die Entscheidung konnte nicht aufgezeichnet werden. Es wurde nichts an { $host } gesendet.
host-outflow-stopped = Sie haben alles gestoppt. Es wurde nichts an { $host } gesendet.
host-outflow-too-many = Zu viele Freigaben waren offen. Es wurde nichts an { $host } gesendet.
host-outflow-denied = Sie haben hier angehalten. Es wurde nichts an { $host } gesendet.

## Names of hidden characters
host-character-null = Null
host-character-escape = Escape
host-character-return = Wagenrücklauf
host-character-backspace = Rückschritt
host-character-delete = Löschen
host-character-soft-hyphen = bedingter Trennstrich
host-character-zero-space = breitenloses Leerzeichen
host-character-zero-non-joiner = breitenloser Nichtverbinder
host-character-zero-joiner = breitenloser Verbinder
host-character-left-mark = Links-nach-rechts-Zeichen
host-character-right-mark = Rechts-nach-links-Zeichen
host-character-left-embedding = Links-nach-rechts-Einbettung
host-character-right-embedding = Rechts-nach-links-Einbettung
host-character-pop-formatting = Ende der Richtungsformatierung
host-character-left-override = erzwungene Richtung links nach rechts
host-character-right-override = erzwungene Richtung rechts nach links
host-character-word-joiner = Wortverbinder
host-character-separator = unsichtbares Trennzeichen
host-character-left-isolate = Links-nach-rechts-Isolat
host-character-right-isolate = Rechts-nach-links-Isolat
host-character-first-isolate = Isolat mit eigener Richtung
host-character-pop-isolate = Ende des Isolats
host-character-zero-no-break = breitenloses geschütztes Leerzeichen
host-character-tag = Tag-Zeichen
host-character-variation = Variantenselektor
host-character-control = Steuerzeichen
host-character-hidden = verborgenes Zeichen

## Answers that did not count
