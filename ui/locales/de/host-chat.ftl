### Conversations, answers of models, the tour and the content of results, as the host describes them. Only Rust uses these messages.

## turns
host-turn-not-paused = Es gibt keine unterbrochene Antwort zum Fortsetzen.
host-turn-running = Eine Antwort ist noch im Gange.
host-turn-running-hint = Stoppen Sie sie zuerst.
host-turn-text-size = Eine Nachricht darf nicht leer sein und hat höchstens { $most } MiB.
host-turn-cut-off = Die Antwort wurde abgeschnitten: Sie hat das Längenlimit des Modells erreicht.
host-turn-refused = Der Anbieter des Modells hat die Antwort verweigert.
host-turn-ended = Das Modell hat seine Antwort ohne einen Grund beendet, den Innkeeper kennt.
host-turn-left-calls = Das Modell hat einen Tool-Aufruf als Text geschrieben; nichts wurde ausgeführt. Seinem Server fehlt wohl ein Parser für Tools.
host-turn-left-lines =
    { $count ->
        [one] Eine Zeile der Antwort war nicht lesbar und fehlt.
       *[other] { $count } Zeilen der Antwort waren nicht lesbar und fehlen.
    }
host-turn-left-pictures =
    { $count ->
        [one] Die Antwort enthält ein Bild, das Innkeeper nicht zeigt.
       *[other] Die Antwort enthält { $count } Bilder, die Innkeeper nicht zeigt.
    }
host-turn-left-sounds =
    { $count ->
        [one] Die Antwort enthält einen Klang, den Innkeeper nicht abspielt.
       *[other] Die Antwort enthält { $count } Klänge, die Innkeeper nicht abspielt.
    }
host-turn-left-parts =
    { $count ->
        [one] Die Antwort enthält einen Teil einer Art, die Innkeeper nicht kennt.
       *[other] Die Antwort enthält { $count } Teile einer Art, die Innkeeper nicht kennt.
    }
host-turn-bad-calls = Das Modell schrieb { $count } unbrauchbare Aufrufe hintereinander. Innkeeper hat deshalb aufgehört.
host-turn-nothing = Das Modell hat nichts geantwortet: keinen Text und keinen Aufruf.
host-turn-call-as-text = Das Modell schrieb einen Werkzeugaufruf als Text, es wurde also nichts aufgerufen. Dem Endpunkt fehlt vielleicht ein Werkzeug-Parser für dieses Modell.
host-turn-prompt-cut = Der Endpunkt las nur { $read } von etwa { $sent } Token: Werkzeuge oder Text fielen weg. Erhöhen Sie seine Kontextlänge.
host-turn-own-messages = Sie können nur Ihre eigenen Nachrichten ändern.
host-turn-no-model = Diese Unterhaltung hat kein Modell mehr.
host-turn-no-model-hint = Wählen Sie zuerst eines.
host-turn-no-answer = Es gibt keine Antwort, die wiederholt werden kann.

## views
host-message-failed = Die Antwort ist fehlgeschlagen.
host-message-gone = Diese Nachricht gibt es nicht mehr.

## conversations
host-conversation-gone = Diese Unterhaltung gibt es nicht mehr.
host-conversation-no-title = Ein Titel darf nicht leer sein.
host-conversation-new = Neuer Chat

## tour
host-tour-samples = Es gibt zu viele Beispielserver.
host-tour-samples-hint = Entfernen Sie die, die Sie nicht brauchen.
host-tour-practice = Das Übungsmodell antwortet nur im Rundgang.
host-tour-practice-hint = Wählen Sie ein anderes Modell.
host-tour-over = Der Rundgang ist beendet.
host-tour-over-hint = Starten Sie ihn erneut.

## catalog
host-lost = { $endpoint } nimmt nicht alles in dieser Anfrage an. Sie wurde gesendet ohne: { $left }.
host-lost-and-simpler = { $endpoint } nimmt nicht alles in dieser Anfrage an. Sie wurde gesendet ohne: { $left }. In einfacherer Form: { $simpler }.
host-lost-temperature = die Temperatur
host-lost-effort = den Denkaufwand
host-lost-tools = Werkzeuge
host-lost-images = Bilder
host-lost-files = angehängte Dateien
host-lost-answer = mehr als { $tokens } Token für die Antwort
host-lost-tool = { $tool } von { $server }
host-simpler = { $endpoint } nimmt nicht jede Werkzeugdefinition an. In einfacherer Form gesendet: { $simpler }.
host-simpler-all = alle Werkzeuge
host-tools-left-out = { $offered } von { $count } Werkzeugen werden dem Modell angeboten: { $endpoint } nimmt höchstens { $most } an. Weggelassen: { $left }. { $advice }
host-tools-left-out-of = { $server } ({ $missing } von { $tools })
host-tools-advice-server = Um alle anderen anzubieten, schalten Sie { $server } in dieser Unterhaltung aus oder { $count ->
        [one] { $count } Werkzeug
       *[other] { $count } Werkzeuge
    } auf den Seiten der Server.
host-tools-advice = Um alle anderen anzubieten, schalten Sie { $count ->
        [one] { $count } Werkzeug
       *[other] { $count } Werkzeuge
    } auf den Seiten der Server aus oder Server in dieser Unterhaltung.

## content. A model reads these too, in English.
host-media-large = größer als { $most } MiB
host-media-base64 = kein Base64
host-media-image = kein Bild in PNG, JPEG, GIF oder WebP
host-media-pixels = { $width } × { $height } Pixel
host-media-audio = kein Ton in WAV, MP3, Ogg, FLAC oder MPEG-4
host-media-unknown = weder Text noch ein bekanntes Bild oder bekannter Ton

## state
host-flows-failed = Die Argumente konnten nicht mit Daten anderer Server verglichen werden.
host-state-not-ready = { $server } ist nicht bereit.
host-state-not-ready-hint = Starten Sie ihn zuerst.
host-state-no-server = Diesen Server gibt es nicht.

## links
host-link-invalid = Innkeeper öffnet nur Links zu Webadressen (https, http) ohne Benutzernamen. Kopieren Sie die Adresse, wenn Sie sie anderswo öffnen möchten.
host-link-long = Dieser Link ist länger als { $kib } KiB und wird nicht geöffnet.
host-link-unopened = Der Browser konnte nicht geöffnet werden. Legen Sie in den Systemeinstellungen einen Standardbrowser fest und öffnen Sie den Link erneut.
host-link-unrecorded = Die Entscheidung konnte nicht protokolliert werden, der Link wurde daher nicht geöffnet. Schaffen Sie Speicherplatz und öffnen Sie ihn erneut.

## Context
host-context-gone = Diese Anfrage oder dieser Teil ist nicht mehr aufgezeichnet.
host-context-gone-hint = Öffnen Sie die Liste der Anfragen erneut und wählen Sie eine andere.
host-context-cut = Diese Unterhaltung passt nicht mehr in das Kontextfenster des Modells. Ältere Teile sind gekürzt oder weggelassen; „Was das Modell sieht“ führt sie auf.
host-context-too-long = Ihre Nachricht passt nicht in das Kontextfenster des Modells.
host-context-too-long-hint = Kürzen Sie sie, oder wählen Sie ein Modell mit einem größeren Kontextfenster.

## Summaries of long conversations
host-compact-practice = Das Übungsmodell kann keine Unterhaltung zusammenfassen.
host-compact-nothing = Es gibt noch nichts zusammenzufassen.
host-compact-nothing-hint = Die letzten Nachrichten bleiben, wie sie sind. Setzen Sie die Unterhaltung fort und fassen Sie sie dann zusammen.
host-compact-done = Diese Nachricht gehört nicht zu dem Teil, der zusammengefasst werden kann.
host-compact-done-hint = Wählen Sie eine spätere Nachricht, oder heben Sie die Zusammenfassung zuerst auf.
host-compact-gone = Diese Zusammenfassung gilt nicht mehr.
host-compact-size = Eine Zusammenfassung darf nicht leer sein und hat höchstens { $most } KiB.
host-compact-length = Die Zusammenfassung des Modells wurde abgeschnitten: Sie erreichte die Längengrenze des Modells.
host-compact-long = Die Zusammenfassung des Modells ist länger als { $most } KiB.
host-compact-empty = Das Modell hat keine Zusammenfassung geschrieben.
host-compact-not-shorter = Die Zusammenfassung des Modells ist nicht kürzer als die Nachrichten.
host-compact-slow = Das Modell brauchte länger als { $minutes } Minuten für die Zusammenfassung.
host-compact-retry-hint = Versuchen Sie es erneut, oder wählen Sie ein anderes Modell.

host-project-no-name = Der Name eines Projekts darf nicht leer sein.
host-project-long-name = Der Name eines Projekts hat höchstens { $most } Zeichen.
host-project-long-instructions = Die Anweisungen eines Projekts haben höchstens { $most } KiB.
host-project-too-many = Es gibt höchstens { $most } Projekte. Löschen Sie zuerst eines.
host-project-gone = Dieses Projekt wurde gelöscht.
