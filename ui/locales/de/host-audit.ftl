### Texte des Hosts über Zeilen des Protokolls. Nur Rust verwendet sie. Das Protokoll selbst speichert englische Wörter und Daten.

## Decisions
host-verdict-allowed-person = von Ihnen erlaubt
host-verdict-denied-person = von Ihnen abgelehnt
host-verdict-allowed-terminal = von Ihnen im Terminal erlaubt
host-verdict-denied-terminal = von Ihnen im Terminal abgelehnt
host-verdict-dismissed = Freigabeanfrage von Ihnen geschlossen
host-verdict-allowed-rule = durch eine Regel erlaubt
host-verdict-denied-rule = durch eine Regel abgelehnt
host-verdict-allowed-command = durch die Befehlszeile erlaubt
host-verdict-denied-command = durch die Befehlszeile abgelehnt
host-verdict-unattended = niemand konnte gefragt werden
host-verdict-expired = niemand hat geantwortet
host-verdict-muted = abgelehnt, stummgeschaltet
host-verdict-repeated = abgelehnt, wie zuvor
host-verdict-queue-full = abgelehnt, zu viele ausstehende Freigaben
host-verdict-withdrawn = zurückgezogen
host-verdict-stopped = Sie haben alles gestoppt
host-verdict-unrecorded = abgelehnt, die Entscheidung konnte nicht aufgezeichnet werden
host-verdict-allowed = erlaubt
host-verdict-denied = abgelehnt

## The scope of an allow
host-verdict-once = { $verdict }, einmal
host-verdict-run = { $verdict }, solange der Server läuft
host-verdict-conversation = { $verdict }, in dieser Unterhaltung
host-verdict-unseen = { $verdict }, und die nächsten ohne Prüfung
host-verdict-standing = { $verdict }, bis sich etwas ändert
host-verdict-where = { $verdict }, immer unter einer Bedingung
host-verdict-tools = { $verdict }, mit anderen Werkzeugen, für begrenzte Zeit
host-verdict-trusting = { $verdict }, und ihm beim Lesen vertraut

## Changes of permissions
host-verdict-made = von Ihnen erstellt
host-verdict-revoked = von Ihnen widerrufen
host-verdict-changes-applied = Änderungen übernommen
host-verdict-changes-discarded = Änderungen verworfen
host-verdict-restored = Widerruf von Ihnen rückgängig gemacht
host-verdict-tier = Risikostufe von Ihnen geändert
host-verdict-trusted = Sie vertrauen ihm beim Lesen
host-verdict-distrusted = Sie vertrauen ihm beim Lesen nicht mehr
host-verdict-guarded = Schutz von Ihnen eingeschaltet
host-verdict-unguarded = Schutz von Ihnen ausgeschaltet
host-verdict-data-forgotten = laut Ihnen ohne Daten anderer
host-verdict-trial-start = neue Version für ihre Prüfung gestartet
host-verdict-review = Prüfung der Antworten von Ihnen geändert
host-verdict-instructions-read = Sie lassen Modelle seine Anweisungen lesen
host-verdict-instructions-unread = Modelle lesen seine Anweisungen nicht mehr
host-verdict-budget = Budget von Ihnen geändert
host-verdict-stop = Sie

## Outcomes and other events
host-verdict-done = fertig
host-verdict-failed = fehlgeschlagen
host-verdict-cancelled = abgebrochen
host-verdict-unknown = lief möglicherweise
host-verdict-not-sent = nicht gesendet
host-verdict-signed-in = angemeldet
host-verdict-signed-out = von Ihnen abgemeldet
host-verdict-sign-in-failed = nicht angemeldet
host-verdict-sign-in-ended = automatisch abgemeldet
host-verdict-client = eine Client-ID wurde eingegeben
host-verdict-key-tested = Schlüssel geprüft
host-verdict-models = Modellliste angefordert
host-verdict-resource-attached = Ressource von Ihnen angehängt
host-verdict-prompt-inserted = Prompt von Ihnen eingefügt
host-verdict-update-check = Aktualisierungsserver gefragt
host-verdict-update-download = Aktualisierung heruntergeladen
host-verdict-update-install = Aktualisierung installiert
host-verdict-update-setting = Aktualisierungen eingestellt
host-verdict-data-restored = wiederhergestellt

## Objects of rows
host-logged-rule = Regel: { $subject }
host-logged-apply = { $count ->
    [one] Eine Änderung in { $folder } übernehmen
   *[other] { $count } Änderungen in { $folder } übernehmen
}
host-logged-setting = Einstellung: { $subject }
host-logged-secret = Geheimnis: { $subject }
host-part-of-call = Teil des laufenden Aufrufs von { $tool }, Runde { $number }.
host-part-of-read = Teil eines Lesens von diesem Server, Runde { $number }.
host-logged-in-call = { $said }, in Runde { $number } eines Aufrufs von { $tool }
host-logged-in-read = { $said }, in Runde { $number } einer Anfrage von Ihnen
host-logged-elicitation = Rückfrage von { $server } an Sie
host-logged-outflow = Werkzeugergebnisse an { $host }
host-logged-link = Link zu { $host }
host-logged-roots = Ordner mitgeteilt an { $server }
host-logged-sampling = Anfrage an Ihr Modell für { $server }
host-logged-sampling-again = Wiederholte Anfrage an Ihr Modell für { $server }
host-logged-reply = Antwort Ihres Modells an { $server }
host-logged-sign-in = Anmeldung bei { $page } für { $server }
host-row-account = Konto: { $subject }
host-row-call = Aufruf: { $subject }
host-row-resource = Ressource: { $subject }
host-row-prompt = Prompt: { $subject }
host-row-launch = Start: { $subject }
host-row-server = Server: { $subject }
host-row-model = Modell: { $subject }
host-row-stop = Stopp: { $subject }
host-row-session = Sitzung: { $subject }
host-row-purge = Entfernt: { $subject }
host-row-unknown = Unbekannt: { $subject }
host-row-stopped = Alles gestoppt: Server { $servers }, Aufrufe { $calls }, Freigaben { $approvals }

## Verification
host-audit-intact = Jede Zeile ist unverändert. Das Ende stimmt mit dem im Schlüsselbund überein.
host-audit-intact-no-head = Jede Zeile ist unverändert. Im Schlüsselbund steht kein Ende dieses Protokolls; am Ende abgeschnittene Zeilen würden nicht bemerkt.
host-audit-intact-unreadable-head = Jede Zeile ist unverändert. Das Ende des Protokolls im Schlüsselbund lässt sich nicht lesen; am Ende abgeschnittene Zeilen würden nicht bemerkt.
host-audit-broken = { $what }. { $rest }
host-audit-time-back = { $message } { $count ->
        [one] In Zeile { $rows } geht die Zeit zurück: Die Uhr wurde gestellt, oder ein anderes Programm hat die Zeile geschrieben.
       *[other] In { $count } Zeilen geht die Zeit zurück, etwa in { $rows }: Die Uhr wurde gestellt, oder ein anderes Programm hat die Zeilen geschrieben.
    }

## Reading and saving
host-audit-no-row = Diese Zeile gibt es im Protokoll nicht.
host-audit-no-server = Diesen Server gibt es nicht.
host-audit-search-long = Eine Suche hat höchstens { $most } Zeichen.
host-audit-no-log = Hier gibt es kein Protokoll.
host-audit-exists = { $file } gibt es bereits.
host-audit-exists-hint = Es wurde nichts geändert. Wählen Sie einen anderen Namen.
host-audit-not-saved = Das Protokoll wurde nicht gespeichert: { $error }.
host-audit-not-saved-hint = Das Protokoll ist unverändert. Wählen Sie einen Ordner, in den geschrieben werden kann und der genug Platz hat.
