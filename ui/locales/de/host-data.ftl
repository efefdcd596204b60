### Stored data: settings, exports, deletion and recovery, as the host describes them. Only Rust uses these messages.

## convert
host-data-failed = Gespeicherte Daten konnten nicht gelesen oder geschrieben werden: { $error }.
host-data-failed-hint = Prüfen Sie den freien Platz und die Rechte des Datenordners.
host-data-full = Der Datenträger mit Ihren Daten ist voll. Das wurde nicht gespeichert, und nichts wurde gesendet.
host-data-full-hint = Schaffen Sie Platz und versuchen Sie es erneut.
host-data-busy = Zu vieles wartet auf die gespeicherten Daten. Das wurde nicht ausgeführt.
host-data-busy-hint = Warten Sie einen Moment und versuchen Sie es erneut.
host-audit-failed = Das Protokoll konnte nicht gelesen oder geschrieben werden: { $error }.

## open
host-repaired = Innkeeper wurde nicht normal beendet.{ $calls ->
        [0] { "" }
        [one] { " " }{ $calls } unfertiger Aufruf ist als „Lief möglicherweise“ markiert.
       *[other] { " " }{ $calls } unfertige Aufrufe sind als „Lief möglicherweise“ markiert.
    }{ $answers ->
        [0] { "" }
        [one] { " " }{ $answers } unfertige Antwort ist als gestoppt markiert.
       *[other] { " " }{ $answers } unfertige Antworten sind als gestoppt markiert.
    }

## state::settings
host-setting-least = Mindestens { $min }.
host-setting-most = Höchstens { $max }.
host-setting-quiet = Ein Aufruf, der nach { $whole } s endet, kann nicht { $quiet } s ohne Fortschritt warten.
host-setting-text-size = Die Textgröße muss zwischen { $least } % und { $most } % liegen.

## archive
host-archive-lost = Ohne seine Unterhaltung gefunden
host-archive-unreadable = (dieser Teil ist nicht lesbar)
host-page-streaming = unfertig
host-page-stopped = gestoppt
host-page-failed = fehlgeschlagen
host-page-waiting = wartet
host-page-running = läuft
host-page-done = fertig
host-page-denied = abgelehnt
host-page-cancelled = gestoppt

## export
host-export-failed = Der Export ist nicht vollständig: { $place }: { $error }.
host-export-failed-hint = Ihre Daten sind unverändert. Wählen Sie einen beschreibbaren Ordner mit genug Platz.
host-export-missed = { $what }: { $error }.
host-export-holes = { $what }: { $count ->
        [one] { $count } beschädigte Stelle konnte
       *[other] { $count } beschädigte Stellen konnten
    } nicht gelesen werden.
host-export-conversations = Die Unterhaltungen
host-export-servers = Die Server
host-export-last-changes = Die letzten Änderungen, die neben der Datenbank gespeichert sind, konnten nicht gelesen werden.

## export::markdown
host-page-times = Begonnen { $begun }, geändert { $changed }.
host-page-you = Sie
host-page-model = Modell
host-page-model-named = Modell ({ $model })
host-page-unknown = Unbekannt
host-page-message = { $who }, { $time }
host-page-message-ended = { $who }, { $time }, { $state }
host-page-call-lost = Ein Aufruf, dessen Eintrag nicht lesbar ist.
host-page-reasoning = Überlegung
host-page-notice = Hinweis
host-page-summary = Zusammenfassung der Nachrichten darüber, von { $model }, { $time }
host-page-summary-edited = Zusammenfassung der Nachrichten darüber, von { $model }, { $time }, von Ihnen bearbeitet
host-page-summary-undone = Aufgehobene Zusammenfassung der Nachrichten darüber, von { $model }, { $time }
host-page-unreadable = nicht lesbar
host-page-call = Aufruf von „{ $tool }“ von „{ $server }“
host-page-outcome = { $state }. { $reason }
host-page-arguments = Argumente
host-page-result = Ergebnis
host-page-branches = { $count ->
        [one] { $count } weitere Nachricht in anderen Zweigen: siehe { $file }.
       *[other] { $count } weitere Nachrichten in anderen Zweigen: siehe { $file }.
    }

## data
host-data-word = Tippen Sie zur Bestätigung „{ $word }“.
host-data-word-hint = Nichts wurde gelöscht.
host-data-left-names = Einträge im Schlüsselbund: Ihre Namen konnten nicht gelesen werden: { $error }.
host-data-left-entries = { $count ->
        [one] { $count } Eintrag des Schlüsselbunds
       *[other] { $count } Einträge des Schlüsselbunds
    }: { $error }.
host-data-left-file = { $file }: { $error }.

## recovery
host-recovery-no-backup = Es gibt keine Sicherung, die diese Version öffnen kann.
host-recovery-cut = (Hier abgeschnitten. Ein Export enthält alles.)
host-recovery-call = Aufruf von { $tool } von { $server } ({ $state }):
host-recovery-newer = Sie hat die Version { $found }. Dieses Programm kennt Versionen bis { $known }.
host-recovery-foreign = Ein anderes Programm hat den Aufbau der Datei geändert: { $what }. Nichts wurde geöffnet oder verändert. Finden Sie heraus, welches Programm das war. Öffnen Sie dann eine Sicherung.
host-recovery-full = Der Datenträger ist voll.
host-recovery-no-room = Eine Sicherung vor dem ersten Start dieser Version braucht { $needed } MiB. { $free } MiB sind frei.
host-recovery-needs-room = Eine Sicherung vor dem ersten Start dieser Version braucht { $needed } MiB freien Platz.
host-recovery-no-copy = Die Sicherung vor dem ersten Start dieser Version ist nicht gelungen: { $error }.
host-recovery-no-such-backup = Es gibt keine Sicherung mit diesem Namen.
host-recovery-backup-newer = Eine neuere Version hat diese Sicherung angelegt: Sie hat die Version { $found }, und dieses Programm kennt Versionen bis { $known }.
host-recovery-said = „{ $text }“
host-recovery-unreadable = Die Daten sind nicht lesbar: { $error }.
host-recovery-failed = Die Daten konnten nicht wiederhergestellt werden: { $error }.
host-recovery-unchanged = Nichts wurde geändert.

host-foreign-unknown = Diese Datei enthält keine Unterhaltungen in einem bekannten Format.
host-foreign-unknown-hint = Wählen Sie die ZIP-Datei, die ChatGPT oder Claude gesendet hat, die conversations.json darin oder conversations.jsonl aus einem Export von Innkeeper.
host-foreign-large = Die Datei hat mehr als { $most } MiB.
host-foreign-unreadable = Die Datei konnte nicht gelesen werden: { $error }
