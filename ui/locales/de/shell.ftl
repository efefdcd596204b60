## ServerRow
server-row-state = { $server }: { $state }
changes-to-accept = { $count ->
        [one] { $count } Änderung anzunehmen
       *[other] { $count } Änderungen anzunehmen
     }
changes-label = { $count ->
        [one] Änderung anzunehmen
       *[other] Änderungen anzunehmen
     }

## Shell
shell-waiting = Wartet auf Sie: { $title }{ $count ->
        [0] { "" }
       *[other] { " " }Und { $count } weitere.
     }

## days
this-week = Diese Woche
older = Älter

## StoppedBanner
stopped-servers = { $count ->
        [one] { $servers } ist gestoppt.
       *[other] { $servers } sind gestoppt.
     }

## UndoToast
undo-server = Entfernt: { $title }.
undo-deleted = Gelöscht: { $title }.

## keys
keys-everywhere = Überall
keys-search = Alles durchsuchen, eine Aktion ausführen
keys-conversation = Unterhaltung nach ihrer Position öffnen
keys-show-approval = Offene Freigabe zeigen
keys-region = Nächster, voriger Teil des Fensters
keys-zoom = Größerer, kleinerer Text: bis 200{"\u00A0"}%
keys-zoom-reset = Übliche Textgröße
keys-these = Diese Tasten
keys-new-line = Neue Zeile
keys-close-stop = Offenes schließen, dann den Zug stoppen
keys-edit-last = Letzte Nachricht ändern, aus einem leeren Feld
keys-prompts = Prompt oder Vorlage einfügen, am Anfang einer Nachricht
keys-resources = Ressource eines Servers anhängen
keys-model = Modell wählen
keys-panel = Zeigen oder verbergen, was das Modell sieht
keys-delete = Unterhaltung in der Liste löschen; Sie können es rückgängig machen
keys-lists = Reiter, Listen und Tabellen
keys-tabs = Voriger, nächster Reiter
keys-rows = Zeile für Zeile; ein offenes Detail folgt
keys-ends = Erste, letzte Zeile
keys-open-row = Zeile öffnen
keys-close = Offenes schließen
keys-approvals = Freigaben, solange kein Feld den Fokus hat
keys-deny = Ablehnen, auch in einem Feld
keys-deny-focus = Ablehnen: Dort liegt der Fokus zuerst. Eingabe erlaubt nie
keys-allow-focus = Zur Erlauben-Schaltfläche; erlaubt nichts
keys-allow = Erlauben, auf der Schaltfläche und sobald sie aktiv ist
keys-allow-chord = Erlauben, sobald die Schaltfläche aktiv ist. Bei einem zerstörenden Aufruf, einem geänderten Werkzeug oder Server und einer Regel: nur zur Schaltfläche
keys-edit = Argumente bearbeiten
keys-passage = Nächste Stelle von einem anderen Server
keys-deny-note = Mit Notiz ablehnen
keys-scroll = Anfrage blättern
keys-answers = Aus einem Feld zu den Antworten, sonst zum nächsten Teil

## step
tour-stage-chat = Chat
tour-stage-allow = Erlauben

## argv
argv-double = Ein doppeltes Anführungszeichen ist nicht geschlossen.
argv-single = Ein einfaches Anführungszeichen ist nicht geschlossen.

## KeysDialog
keys = Tasten

search-mac = Suchen (⌘ K)
search-key = Suchen (Strg K)

## Shell
shell-repaired = Beim Start repariert.

## Sidebar
sidebar = Unterhaltungen und Server
sidebar-new-key = Neuer Chat (Strg N)
sidebar-no-conversations = Noch keine Unterhaltungen.
sidebar-unlisted = Hier stehen die neuesten { $count } Unterhaltungen.
sidebar-unlisted-search = Alle durchsuchen
servers = Server
sidebar-no-servers = Noch keine Server.
sidebar-rules = Gespeicherte Freigaben
sidebar-audit = Jede Freigabe, Antwort und jeder Aufruf
audit = Protokoll
settings-key = Einstellungen (Strg ,)
stop-all = Alles stoppen

## StoppedBanner
stopped-at = Alles wurde um { $time } gestoppt.
rules-suspended-since = Regeln sind seit { $time } ausgesetzt.
unconfirmed-lead = Bestätigen Sie die gespeicherten Berechtigungen von { $servers }.
unconfirmed-rest = Bis dahin starten diese Server nicht, und ihre Regeln erlauben nichts.
unconfirmed-keychain-lead = Der Schlüsselbund ist nicht lesbar.
unconfirmed-keychain-rest = Bis dahin starten { $servers } nicht, und ihre Regeln erlauben nichts.
unconfirmed-review = Prüfen …
unconfirmed-unlock = Schlüsselbund entsperren
stopped-rules = Keine Regel erlaubt einen Aufruf, bis Sie wieder starten.
start-again = Wieder starten
stopped-hide = Diesen Hinweis ausblenden; alles bleibt gestoppt

## UndoToast
undo-revoked = Widerrufen: { $title }. Ab jetzt ist wieder eine Freigabe nötig.
undo-removed = Entfernt: { $title }.
undo-folder = Entzogen: { $title }. Der Server erfährt es; er kann ihn bis zum Neustart noch verwenden.
undo-folder-enforced = Entzogen: { $title }. Der Server kann ihn nicht mehr verwenden.
undo = Rückgängig

## WaitingBar
waiting-more = und { $count } weitere

## TourGuide
tour-removed = Der Beispielserver wurde entfernt. Starten Sie den Rundgang in den Einstellungen neu.
tour-review = Ein Server startet erst, nachdem Sie seinen Befehl gelesen haben. Seine Freigabe wartet in einem eigenen Fenster.
tour-starting = Der Beispielserver startet.
tour-not-running = Der Beispielserver läuft nicht.
tour-ready = Der Beispielserver ist bereit. Senden Sie die Nachricht, die unten steht.
tour-allow-waiting = Das Modell verlangt ein Werkzeug. Lesen Sie, was gesendet würde, und erlauben Sie es: { $chord }.
tour-allow = Senden Sie eine Nachricht. Wenn das Modell ein Werkzeug verlangt, erlauben Sie es.
tour-deny-waiting = Lehnen Sie jetzt ab: Esc, oder Eingabe auf „Ablehnen“.
tour-deny = Senden Sie die nächste Nachricht und lehnen Sie ab, was das Modell verlangt.
tour-audit = Ihre beiden Antworten stehen im Protokoll.
tour-done = Das war alles. Fügen Sie ein Modell hinzu, um wirklich zu chatten; das Übungsmodell folgt nur seinem Skript.
tour-stage-done = , erledigt
tour-start-server = Beispielserver starten
tour-open-audit = Protokoll öffnen
tour-back = Zurück zum Chat des Rundgangs
tour-end = Rundgang beenden

## Welcome
welcome = Willkommen bei Innkeeper
welcome-lead = Chatten Sie mit einem KI-Modell, das Werkzeuge verwenden kann, etwa um Ihre Dateien zu lesen. Die Werkzeuge kommen von Servern, die voneinander isoliert sind. Ohne Ihre Freigabe liest, sendet und startet Innkeeper nichts.
welcome-local = Ein Modell auf diesem Rechner
welcome-found = { $count } gefunden. Was Sie schreiben, verlässt diesen Rechner nicht.
welcome-looking = Gesucht wird nach { $programs }.
welcome-none = Keines antwortet. Gesucht wurde nach { $programs }: Starten Sie eines und suchen Sie erneut.
welcome-program-empty = { $program } läuft, hat aber noch kein Modell.
welcome-or = oder
welcome-address = Adresse eingeben
welcome-key = Ein API-Schlüssel
welcome-key-hint = Für einen Anbieter im Web. Ihre Nachrichten und Werkzeugergebnisse gehen dorthin.
welcome-provider = Anbieter
welcome-key-next = Geben Sie den Schlüssel im nächsten Fenster ein. Innkeeper prüft ihn und speichert ihn nur im Schlüsselbund dieses Rechners.
welcome-key-enter = Schlüssel eingeben
welcome-tour = Ein kurzer Rundgang
welcome-tour-hint = Kein Schlüssel, kein Netzwerk, zwei Minuten.
welcome-tour-chat = Chatten Sie mit dem Übungsmodell. Es ist keine KI: Es folgt einem Skript.
welcome-tour-allow = Erlauben Sie einen Aufruf des Beispielservers und sehen Sie, was er erhalten hat.
welcome-tour-deny = Lehnen Sie einen weiteren ab und sehen Sie, dass nichts geschieht.
welcome-tour-audit = Finden Sie beide Antworten im Protokoll.
welcome-import = Sie kommen von einem anderen Programm?
welcome-import-from = Server aus Claude Desktop, Cursor oder VS Code importieren
welcome-import-hint = Der Import startet keinen Server.

## failure
no-answer = Das Programm hat nicht geantwortet.

## queue
no-model-chosen = Für diese Unterhaltung ist kein Modell gewählt.

## argv
argv-backslash = Nach dem letzten umgekehrten Schrägstrich steht nichts.

## client
client-entered = Innkeeper, unter der von Ihnen eingegebenen Kennung
client-document = Innkeeper, über sein öffentliches Dokument
client-registered = Innkeeper, nur für diesen Server registriert
client-program = Innkeeper selbst, nicht als Person
