### Anhänge, wie der Host sie beschreibt. Nur Rust verwendet diese Meldungen.

host-attach-no-reader = Dieses Programm hat keinen Leser für Anhänge.
host-attach-install-again = Installieren Sie Innkeeper neu.
host-attach-forgotten = Die Auswahl dieser Datei liegt zu lange zurück.
host-attach-forgotten-hint = Wählen Sie sie noch einmal.
host-attach-unreadable = „{ $name }“ konnte nicht gelesen werden: { $error }
host-attach-unreadable-hint = Prüfen Sie den Namen und Ihre Rechte, oder wählen Sie eine andere Datei.
host-attach-not-a-file = „{ $name }“ ist keine Datei.
host-attach-not-a-file-hint = Wählen Sie eine Datei. Ordner, Pipes und Geräte können nicht angehängt werden.
host-attach-over-limit = „{ $name }“ hat etwa { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
}, und ein Anhang hat für dieses Modell höchstens { $most }.
host-attach-over-limit-hint = Hängen Sie einen Teil davon an.
host-attach-remove-hint = Entfernen Sie „{ $name }“, oder wählen Sie ein anderes Modell.
host-attach-bad-range = Ein Bereich beginnt bei 1 und endet nicht vor seinem Anfang.
host-attach-practice = Das Übungsmodell nimmt nur Text an.
host-attach-no-audio = { $name } nimmt bei diesem Endpunkt keinen Ton an. Wählen Sie ein anderes Modell, oder entfernen Sie die Datei.
host-attach-audio-unknown = Innkeeper weiß nicht, ob { $name } Ton annimmt.
host-attach-no-pdf = { $name } nimmt bei diesem Endpunkt keine PDF-Dateien an. Hängen Sie den Text oder Bilder der Seiten an.
host-attach-pdf-unknown = Innkeeper weiß nicht, ob { $name } PDF-Dateien annimmt. Der Text geht bei jedem Modell.
host-attach-no-image = { $name } liest keine Bilder, sagt der Endpunkt. Wählen Sie ein anderes Modell, oder hängen Sie den Text an.
host-attach-image-unknown = Innkeeper weiß nicht, ob { $name } Bilder liest.
host-attach-replaced = Einige Bytes gehörten nicht zur Zeichenkodierung und wurden ersetzt.
host-attach-first-frame = Nur das erste Bild der Animation wird angehängt.
host-attach-embedded = 
    { $count ->
        [one] { $count } Datei ist darin eingebettet. Sie wird nicht geöffnet; das ganze Dokument enthält sie.
       *[other] { $count } Dateien sind darin eingebettet. Sie werden nicht geöffnet; das ganze Dokument enthält sie.
    }
host-attach-no-text = Sie scheint keinen Text zu enthalten, wie ein Scan. Hängen Sie Bilder der Seiten an.
host-attach-macros = Sie enthält Makros, die ignoriert wurden.
host-attach-cut = Der Text wurde beim Limit von 1 MiB abgeschnitten.
host-attach-unmapped = Ein Teil des Textes konnte nicht gelesen werden und wurde durch � ersetzt.
host-attach-other-remark = Sie hat eine Eigenschaft, die diese Version nicht kennt.
host-attach-writable = 
    { $count ->
        [one] { $servers } kann diese Datei ändern. Sie gilt als Daten dieses Servers.
       *[other] { $servers } können diese Datei ändern. Sie gilt als Daten dieser Server.
    }
host-attach-empty = Die Datei ist leer.
host-attach-another = Wählen Sie eine Datei mit Inhalt.
host-attach-too-large = Die Datei hat { $bytes } MiB, und das Limit ist { $limit } MiB.
host-attach-smaller = Hängen Sie eine kleinere Datei oder einen Teil davon an.
host-attach-unsupported = { $format }-Dateien können nicht gelesen werden.
host-attach-convert = Wandeln Sie sie in Text, PDF, PNG oder JPEG um.
host-attach-unknown = Das Format der Datei ist nicht bekannt, und sie ist kein Text.
host-attach-svg = Ein SVG kann ein Programm enthalten und kann nicht als Bild angehängt werden.
host-attach-svg-hint = Hängen Sie es als Text an, oder exportieren Sie es als PNG.
host-attach-pixels = Das Bild hat { $width } × { $height } Pixel, und das Limit ist { $limit } Millionen insgesamt.
host-attach-scale-down = Beschneiden oder verkleinern Sie es, und hängen Sie es noch einmal an.
host-attach-image-large = Das Bild lässt sich nicht klein genug für ein Modell machen.
host-attach-damaged = Die { $format }-Datei ist beschädigt und kann nicht gelesen werden.
host-attach-save-again = Öffnen Sie sie in dem Programm, das sie erstellt hat, und speichern Sie sie neu.
host-attach-encrypted = Die { $format }-Datei ist durch ein Passwort geschützt.
host-attach-no-password = Speichern Sie eine Kopie ohne Passwort, und hängen Sie diese an.
host-attach-unknown-encryption = Die { $format }-Datei ist auf eine Weise verschlüsselt, die nicht unterstützt wird.
host-attach-bomb = Die { $format }-Datei ist entpackt größer, als Innkeeper liest.
host-attach-save-smaller = Speichern Sie ein kleineres Dokument, oder speichern Sie es als PDF oder Text.
host-attach-no-range = 
    { $unit ->
        [lines] Diesen Bereich gibt es nicht: Sie hat { $total } Zeilen.
        [rows] Diesen Bereich gibt es nicht: Sie hat { $total } Zeilen.
        [pages] Diesen Bereich gibt es nicht: Sie hat { $total } Seiten.
        [slides] Diesen Bereich gibt es nicht: Sie hat { $total } Folien.
       *[other] Diesen Bereich gibt es nicht.
    }
host-attach-inside = Wählen Sie einen Bereich innerhalb davon.
host-attach-not-offered = Die Datei kann in dieser Form nicht angehängt werden.
host-attach-offered = Wählen Sie eine der angebotenen Formen.
host-attach-scan = Die gewählten Seiten enthalten keinen Text, wie bei einem Scan.
host-attach-as-images = Hängen Sie sie als Bilder an.
host-attach-too-long = 
    { $unit ->
        [pages] Die Datei hat { $total } Seiten, und höchstens { $limit } werden ganz gesendet.
       *[other] Die Datei ist zu lang, um ganz gesendet zu werden.
    }
host-attach-range = Hängen Sie einen Bereich als Text oder als Bilder an.
host-attach-slow = Das Lesen der Datei dauerte zu lange und wurde beendet.
host-attach-memory = Das Lesen der Datei braucht zu viel Speicher und wurde beendet.
host-attach-not-started = Der Leser für Anhänge konnte nicht gestartet werden: { $reason }
host-attach-not-confined = Die Datei wurde nicht gelesen: Ihr Leser konnte nicht eingesperrt werden ({ $reason }).
host-attach-not-confined-hint = Prüfen Sie, ob das System seccomp-Filter erlaubt.
host-attach-crashed = Die Datei konnte nicht gelesen werden: Ihr Leser endete unerwartet.
host-attach-gone = Dieser Anhang wartet hier nicht mehr.
host-attach-full = Eine Nachricht hat höchstens { $most } Anhänge, und eine Unterhaltung höchstens { $mib } MiB davon.
host-attach-full-hint = Entfernen Sie einen, oder beginnen Sie eine andere Unterhaltung.
