## ArgumentValue
consent-marked-passages = { $count ->
        [one] { $count } markierte Stelle
       *[other] { $count } markierte Stellen
     }
hidden-characters = { $count ->
        [one] { $count } verborgenes Zeichen
       *[other] { $count } verborgene Zeichen
     }

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

## ElicitationField
consent-field-optional = optional

## AllowButton
consent-ready-soon = Gleich bereit

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
consent-call-apart = Diesen Aufruf einzeln entscheiden
consent-call-apart-why = um ihn zu bearbeiten oder länger zu erlauben

## CallsAnswers
consent-allow-calls = { $count } Aufrufe erlauben
consent-allow-selected-count = { $ticked } erlauben, { $rest } ablehnen
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

## Consent
consent-asks-you = Innkeeper fragt Sie
consent-nothing-pending = Keine offenen Freigaben
consent-nothing-pending-hint = Freigaben erscheinen hier: ein Werkzeugaufruf, ein Server zum Starten, ein Modell zum Verwenden.
consent-unknown-kind = Diese Version von Innkeeper kann diese Anfrage nicht anzeigen.
consent-unknown-kind-hint = Sie können sie nur ablehnen. Aktualisieren Sie Innkeeper, um Anfragen dieser Art zu prüfen.

## Difference
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
consent-form-checked = Innkeeper prüft, ob es zum Formular des Servers passt, und sendet es unverändert
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

## Footer
consent-allow-trust = { $allow }, beim Lesen vertrauen

## below
consent-below-arguments = { $count ->
        [one] { $count } Argument
       *[other] { $count } Argumente
     }
consent-below-one = Weiter unten: { $list }
consent-below-many = Weiter unten: { $list }

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
consent-edit-undo = Änderungen zurücknehmen
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

## Readiness
consent-inactive = Nicht aktiv. Klicken Sie in dieses Fenster, um zu antworten.
consent-inactive-busy = Noch nicht aktiv. Sie haben gerade im Chat getippt oder geklickt.
consent-inactive-typing = Nicht aktiv. Tasten bewirken hier nichts, bis Sie aufhören zu tippen.
consent-ready = Bereit. Sie können jetzt antworten.
consent-soon = Gleich bereit.

## Strip
consent-about-conversation = · Unterhaltung „{ $name }“
consent-about-not-sent = · es wurde nichts dorthin gesendet
consent-about-differently = · ein Server, dem Sie vertraut haben, würde anders starten
consent-about-not-started = · es wurde nichts gestartet
consent-about-sampling = · Sampling-Anfrage { $count } von heute
consent-about-elicitation = · ein Server fragt Sie
consent-about-feature = · der Server konnte bisher nicht fragen
consent-about-root = · Sie haben einen Ordner für einen Server gewählt
consent-about-unchanged = · es hat sich nichts geändert
consent-about-change = · bevor es wieder verwendet werden kann
consent-about-client = · es wurde nichts gespeichert
consent-about-sign-in = · es wurde nichts geöffnet
consent-about-outflow = · dorthin ging bisher kein Werkzeugergebnis
consent-about-link = · noch nichts wurde geöffnet
consent-position = 1 von { $count }
consent-expires = Ohne Antwort abgelehnt in { $time }

## ToolApproval
consent-tool-title = { $call } über { $server } ausführen?
consent-tool-title-send = Mit { $call } etwas über { $server } senden?
consent-tool-title-publish = Mit { $call } etwas über { $server } veröffentlichen?
consent-tool-title-delete = Mit { $call } etwas über { $server } löschen?
consent-tool-title-create = Mit { $call } etwas über { $server } anlegen?
consent-tool-title-change = Mit { $call } etwas über { $server } ändern?
consent-tool-title-move = Mit { $call } etwas über { $server } verschieben?
consent-tool-verb = nach dem Namen des Werkzeugs benannt, der nichts beweist
consent-tool-by = angefordert von { $client }
consent-tool-same = { $times } gleiche Aufrufe warten.
consent-tool-same-hint = Eine Antwort gilt für alle.
consent-tool-edited = Das sind Ihre Argumente.
consent-tool-edited-hint = Dem Modell wird mitgeteilt, dass Sie sie geändert haben.
consent-tool-unchecked = Die Argumente wurden nicht geprüft:

## ToolEdit
consent-part-arguments = Argumente
consent-edit-json = Argumente als JSON
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
consent-part-trust = Vertrauen beim Lesen
consent-trust-if = Wenn Sie es erlauben
consent-trust = Diesem Server beim Lesen vertrauen
consent-trust-what = { $count ->
        [one] { $count } Werkzeug von { $server }, das nach eigener Angabe nur liest, gilt als „Liest“.
       *[other] { $count } Werkzeuge von { $server }, die nach eigener Angabe nur lesen, gelten als „Liest“.
     } Was der Server liefert, macht für seine eigenen zerstörenden Werkzeuge keine neue Freigabe nötig. Jeder Aufruf braucht weiterhin eine Freigabe, sofern Sie ihn nicht erlauben.
consent-trust-not = Nicht für einen Server, der E-Mails, das Web oder geteilte Dateien liest. Sie können es auf der Seite „Regeln“ widerrufen.
consent-trust-which = Welche Werkzeuge ({ $count })

## below
consent-below-more = { $name } (Rest)
consent-below-folded = { $names } ganz zeigen

## calls
consent-missing-call = Wählen Sie zuerst einen Aufruf

## form
consent-schema-too-long = sein Schema ist zu lang
consent-missing-check = Prüfen Sie zuerst Ihre Änderungen
consent-missing-tool = Wählen Sie zuerst ein Werkzeug
consent-missing-arguments = { $count ->
        [one] Sehen Sie zuerst ein Argument ganz an
       *[other] Sehen Sie zuerst { $count } Argumente ganz an
     }
consent-missing-field = Füllen Sie zuerst { $field } aus
consent-misfit-field = { $field } ist noch nicht gültig
consent-draft-refused = Ihr Text kann nicht gesendet werden
consent-draft-check = Innkeeper prüft zuerst Ihren Text
consent-missing-client-id = Geben Sie zuerst die Client-ID ein
consent-missing-typed = Tippen Sie zuerst den Namen des Ordners
consent-missing-variable = Benennen Sie zuerst die Variable
consent-missing-model = Wählen Sie zuerst ein Modell
consent-missing-value = Geben Sie zuerst einen Wert für { $name } ein
consent-missing-tick = Kreuzen Sie { $name } an, um sie anzunehmen
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
consent-authority-trust = Beim Lesen vertrauen
consent-authority-unguarded = Schutz ausschalten
consent-authority-forget-data = Als eigene Daten zählen
consent-authority-undo-data = Der Server gilt wieder als einer mit solchen Daten, sobald er in einer Unterhaltung mit Daten anderer Server aufgerufen wird.
consent-authority-sampling = Erlauben
consent-authority-instructions = Modelle sie lesen lassen
consent-authority-resume = Regeln wieder aktivieren
consent-authority-registry = Diese Registry verwenden
consent-authority-undo-registry = Sie können die Registry ausschalten, wenn Sie einen Server hinzufügen.
consent-authority-stored = Berechtigungen bestätigen
consent-authority-stored-list = Was gespeichert ist
consent-authority-undo-stored = Alles hier lässt sich auf der Seite seines Servers und auf der Seite „Regeln“ entfernen.
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

## calls
consent-named-count = { $count } Aufrufen
consent-named-calls = { $count ->
        [one] Aufruf { $numbers }
       *[other] Aufruf { $numbers }
    }
consent-view-first = Sehen Sie zuerst die Argumente von { $calls } an
