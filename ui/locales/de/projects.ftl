## Projects
projects = Projekte
project-new = Neues Projekt
project-edit = Name und Anweisungen
project-make = Projekt anlegen
project-save = Speichern
project-name = Name
project-instructions = Anweisungen
project-instructions-hint = Ihre Worte, die das Modell mit jeder Nachricht der Unterhaltungen des Projekts erhält. Server sehen sie nie.
project-instructions-none = Noch keine Anweisungen.
project-instructions-weight = { $weight }, mit jeder Nachricht gesendet
project-instructions-edit = Anweisungen bearbeiten
project-instructions-write = Anweisungen schreiben
project-conversations-of = Unterhaltungen in { $name }
project-open = Projekt { $name } öffnen
project-archive = Projekt archivieren
project-delete = Projekt löschen
project-more = Mehr zu diesem Projekt
project-chat = Neuer Chat im Projekt
project-count = { $count ->
        [one] { $count } Unterhaltung
       *[other] { $count } Unterhaltungen
     }
project-servers-on = { $count ->
        [one] { $count } Server an
       *[other] { $count } Server an
     }
project-server = { $server } in neuen Chats des Projekts
project-servers-hint = Neue Chats beginnen mit diesen.
project-folder-server = Ordnerzugriff von { $server }
project-folders-none = Für keinen Server dieses Projekts ist ein Ordner freigegeben.
project-folders-hint = Jeder Ordner ist für einen Server freigegeben, in allen seinen Chats.
project-folder-to = Für { $server }
project-model = Modell
project-model-any = Das zuletzt verwendete Modell
project-model-hint = Neue Chats beginnen damit.
model-at = { $model } · { $endpoint }
project-presets = Vorlagen
project-presets-none = Noch keine Vorlagen dieses Projekts.
project-preset-new = Neue Vorlage
project-search = In diesem Projekt suchen
project-none-found = Kein Titel passt.
project-title = Titel
project-data-from = Daten von
project-last = Letzte Nachricht
project-empty = Noch keine Unterhaltungen
project-empty-hint = Beginnen Sie hier eine oder verschieben Sie eine über ihr Menü hierher.
conversations-count = { $count ->
        [one] { $count } Unterhaltung
       *[other] { $count } Unterhaltungen
     }

## Archive
archive = Archiv
archived = Archiviert
archive-it = Archivieren
unarchive = Aus dem Archiv holen
archive-empty = Das Archiv ist leer
archive-hint = Archivierte Unterhaltungen stehen nicht mehr in der Liste. Sie lassen sich weiter finden, lesen und fortsetzen.
archive-reading = Das Archiv wird gelesen …
undo-archived = Archiviert: { $title }.
undo-project = Gelöscht: { $title }. Die Unterhaltungen bleiben erhalten.

## Places of conversations
delete-it = Löschen
pinned = Angeheftet
pin = Oben anheften
unpin = Lösen
move-to = In ein Projekt verschieben …
chat-more = Mehr zu dieser Unterhaltung
chat-new-in = Neuer Chat in { $name }
chat-no-project = Ohne das Projekt beginnen
selected = { $count } ausgewählt
select-none = Auswahl aufheben
move-title = { $count ->
        [one] Eine Unterhaltung verschieben
       *[other] { $count } Unterhaltungen verschieben
     }
move-where = Projekt
move-nowhere = Kein Projekt
move-changes = Was sich ändert
move-ends = Die Anweisungen von { $name } werden nicht mehr gesendet.
move-begins = Die Anweisungen des Projekts werden mit jeder Nachricht gesendet: { $weight }.
move-same = Die Anweisungen bleiben gleich.
move-begin = Auch die Server und das Modell des Projekts übernehmen
move-on = Schaltet ein: { $servers }.
move-off = Schaltet aus: { $servers }.
move-model = Modell: { $model }.
move = Verschieben

## Answers side by side
ask-another = Ein anderes Modell fragen
beside = Antworten nebeneinander
beside-show = Antworten nebeneinander zeigen
beside-use = Mit dieser fortfahren
beside-shown = Wird angezeigt
beside-calls = { $count ->
        [one] { $count } Aufruf
       *[other] { $count } Aufrufe
     }
beside-reading = Die Antworten werden gelesen …

## Titles
titles-setting = Titel
titles-setting-switch = Das Modell schreibt Titel von Unterhaltungen
titles-setting-hint = Nach der ersten Antwort erhält ihr Modell den Anfang der Unterhaltung noch einmal und schreibt einen Titel. Ausgeschaltet ist der Titel der Anfang Ihrer ersten Nachricht.

## Conversations as files
chat-copy-all = Als Markdown kopieren
chat-copied-all = Die Unterhaltung wurde als Markdown kopiert.
chat-save-markdown = Als Markdown speichern …
chat-save-lines = Als JSON Lines speichern …
chat-saved = Gesichert: { $file }
chat-print = Drucken oder als PDF speichern …
data-import = Unterhaltungen importieren …
data-packages = Pakete von Servern
data-packages-remove = { $count ->
    [one] { $count } ungenutztes Paket löschen ({ $size })
   *[other] { $count } ungenutzte Pakete löschen ({ $size })
 }
data-import-hint = Importiert wird die ZIP-Datei, die ChatGPT oder Claude sendet, die conversations.json darin oder conversations.jsonl von Innkeeper. Werkzeugergebnisse werden weggelassen.
data-imported = { $count ->
        [one] { $count } Unterhaltung mit { $messages } Nachrichten wurde importiert.
       *[other] { $count } Unterhaltungen mit { $messages } Nachrichten wurden importiert.
     }
data-import-cancelled = Abgebrochen: Die Unterhaltungen danach wurden nicht importiert.
data-import-progress = { $done } von { $count } Unterhaltungen importiert
data-import-reading = Die Datei wird gelesen …
data-imported-hint = Für ein Modell sind ihre Nachrichten Daten der Datei, nicht Ihre Worte.
data-import-left-out = { $count ->
        [one] { $count } Unterhaltung war nicht lesbar oder hatte keine Worte.
       *[other] { $count } Unterhaltungen waren nicht lesbar oder hatten keine Worte.
     }
data-import-open = Die erste öffnen
