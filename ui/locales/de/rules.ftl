## NewRule
rule-kind-tools = Werkzeugaufrufe
rule-kind-tier = Risikostufe eines Werkzeugs
rule-kind-trust = Einem Server beim Lesen vertrauen
rule-kind-guard = Kein Schutz zwischen zwei Servern
rule-test-under = ist ein Pfad unter
rule-test-origin = ist eine URL oder Adresse bei
rule-test-most = ist eine Zahl bis höchstens
rule-test-sum = ist eine Zahl, zusammen je Stunde höchstens
rule-test-equals = ist genau, als JSON
tier-reads = Liest
tier-writes = Schreibt
tier-sends = Könnte Daten hinaussenden
tier-destructive = Zerstörend

## Rules
rules-trusted-reading = { $count ->
        [one] { $count } seiner Werkzeuge gilt
       *[other] { $count } seiner Werkzeuge gelten
     } als „Liest“; seine Ergebnisse machen für seine eigenen Werkzeuge keine Freigabe nötig, { $time }
rules-trusted-results = seine Ergebnisse machen für seine eigenen Werkzeuge keine Freigabe nötig, { $time }

## TryCall
rule-try-allow = Würde gesendet
rule-try-ask = Würde Sie fragen
rule-try-deny = Würde abgelehnt

## standing
rule-lead-allow = Immer
rule-lead-allow-in = In „{ $title }“
rule-lead-allow-until = Bis { $end }
rule-lead-allow-in-until = In „{ $title }“ bis { $end }
rule-lead-ask = Jedes Mal fragen
rule-lead-ask-in = Jedes Mal fragen in „{ $title }“
rule-lead-ask-until = Jedes Mal fragen bis { $end }
rule-lead-ask-in-until = Jedes Mal fragen in „{ $title }“ bis { $end }
rule-lead-deny = Nie
rule-lead-deny-in = Nie in „{ $title }“
rule-lead-deny-until = Nie bis { $end }
rule-lead-deny-in-until = Nie in „{ $title }“ bis { $end }
rule-never-used = nie
tools-count = { $count ->
        [one] { $count } Werkzeug
       *[other] { $count } Werkzeuge
     }
rules-count = { $grants ->
        [one] { $grants } Erlaubnis.
       *[other] { $grants } Erlaubnisse.
     } Die strengste Regel gilt.
rules-count-narrowing = { $grants ->
        [one] { $grants } Erlaubnis
       *[other] { $grants } Erlaubnisse
     }, { $narrowing ->
        [one] { $narrowing } Einschränkung
       *[other] { $narrowing } Einschränkungen
     }. Die strengste Regel gilt.

## NewRule
rule-no-server = Es gibt noch keinen Server.
rule-choose-tools = Wählen Sie die Werkzeuge: Eine Regel erlaubt nie alle eines Servers.
rule-tools-unknown = Seine Werkzeuge sind nicht bekannt: Starten Sie ihn zuerst.
rule-condition-incomplete = Jede Bedingung braucht ein Argument und einen Wert.
rule-two-servers = Das braucht zwei Server.
rule-new-title = Neue Regel
rule-kind = Gegenstand
rule-effect = Wirkung
rule-guard-from = Daten von
rule-guard-to = dürfen ohne Freigabe zu
tools = Werkzeuge
rule-no-tools-chosen = Keine ausgewählt: jedes Werkzeug des Servers, auch später angebotene.
rule-only-where = Nur wenn
rule-argument = Argument
rule-argument-placeholder = Argument
rule-condition = Bedingung
rule-value = Wert
remove = Entfernen
rule-condition-remove = Diese Bedingung entfernen
rule-condition-add = Bedingung hinzufügen
rule-how-long = Für wie lange
rule-until-revoked = Bis Sie sie widerrufen
rule-scope = Wo
rule-everywhere = In jeder Unterhaltung
rule-in = In „{ $title }“
tool = Werkzeug
rule-counts-as = Gilt als
rule-tier-hint = Das gilt für die jetzige Definition. Ändert sie sich, gilt die Regel nicht mehr.
rule-trust-hint = Ergebnisse dieses Servers machen für seine eigenen Werkzeuge keine Freigabe mehr nötig. Daten, die zu einem anderen Server gelangen würden, brauchen weiterhin eine Freigabe.
rule-guard-hint = Daten des ersten Servers gelangen ohne Freigabe zum zweiten. Innkeeper prüft und markiert sie nicht mehr.
waiting-in-consent = Wartet im Freigabefenster auf Sie
rule-ask = Im Freigabefenster bestätigen
rule-make = Regel anlegen
rule-widens = Sie erlaubt mehr; deshalb bestätigen Sie sie im Freigabefenster.
rule-tier-confirm = Eine niedrigere Risikostufe bestätigen Sie dort; eine höhere gilt sofort.
rule-narrows = Sie erlaubt weniger; deshalb gilt sie sofort.

## RuleCard
rule-card-origin = { $origin }, { $time }, { $count ->
        [one] { $count }-mal
       *[other] { $count }-mal
     } verwendet
rule-card-revoked = Widerrufen: { $time }.
rule-void = ungültig
rule-show = Regel zeigen
rule-gone = Die Regel gibt es nicht mehr.

## Rules
rules-all = Alle
rules-guards = Risikostufen und Schutz
rules-void = Ungültig
rules-end-all = Alle jetzt beenden
rules-revoke-tier = Das widerrufen
rules-trust-end = Nicht mehr vertrauen
rules-guard-on = Schutz einschalten
rules-unmute = Wieder fragen
rules = Regeln
rules-try = Aufruf ausprobieren
rules-new = Neue Regel
rules-search = Regeln durchsuchen
rules-which = Welche Regeln
rules-suspended = Derzeit erlaubt keine Regel etwas.
rules-suspended-hint = Alles wurde gestoppt. Jeder Aufruf braucht Ihre Freigabe, bis Sie die Regeln wieder aktivieren.
rules-resume = Regeln wieder aktivieren
rules-rule = Regel
rules-used = Genutzt
rules-last = Zuletzt benutzt
rules-end-it = Beenden
rules-counts-as = gilt als
rules-without = ohne dies „{ $word }“
rules-trusted = Beim Lesen vertraut
rules-no-guard = Kein Schutz
rules-data-of = für Daten von
rules-guard-reaches = sie gelangen ohne Freigabe zu { $server }, { $time }
rules-guard-reaches-offline = sie gelangen ohne Freigabe zu { $server }, solange { $server } nichts senden kann, { $time }
rules-muted = Stummgeschaltet
rules-muted-in = in „{ $title }“
rules-muted-hint = nach drei Ablehnungen; seine Aufrufe werden dort abgelehnt
rule-end-now = Jetzt beenden
rules-looked-for = Gesucht: „{ $text }“ in Servern, Werkzeugen, Bedingungen und Herkünften.
rules-none-here = Keine Regel entspricht diesem Filter.
rules-show-all = Alle Regeln zeigen
rules-none = Noch keine Regeln
rules-none-hint = Jeder Aufruf braucht Ihre Freigabe. Hier stehen später Freigaben für mehr als einen Aufruf und alles, was Sie immer ablehnen.
rules-reading = Die Regeln werden gelesen.

## TryCall
rule-try-object = Argumente sind ein JSON-Objekt.
rule-try-json = Das ist noch kein JSON.
rule-try-title = Aufruf mit den Regeln ausprobieren
rule-try-nothing = Nichts wird gesendet.
arguments = Argumente
rule-try-seen = Die Unterhaltung enthält Daten von
rule-try-in = In der Unterhaltung
rule-try-new-one = Eine neue
nothing-sent = Nichts wurde gesendet.
rule-try-result = Ergebnis der Regeln
rule-try-covers = deckt ihn ab.
rule-try-not-covers = deckt ihn nicht ab: { $why }
rule-try-no-rule = Keine Regel gilt für dieses Werkzeug.
rule-try-default = Ohne Regel braucht jeder Aufruf eine Freigabe.

## standing
rule-revoke = Widerrufen
