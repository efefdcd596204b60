### Die Texte zu Formularen und Seiten der Server. Nur Rust verwendet sie.

## Requests that are refused
host-refused-field = Das Feld „{ $field }“ sieht nach einem Geheimnis aus. In einem Formular wird nie danach gefragt.
host-refused-message = Der Text fragt nach einem Geheimnis. In einem Formular wird nie eines gesendet.
host-refused-address = Innkeeper öffnet nur https-Adressen ohne Benutzernamen (und http-Adressen auf diesem Rechner).
host-refused-unopened = Die Seite konnte nicht geöffnet werden.

## Sending a form
host-form-problem = Es wurde nichts gesendet. { $field }: { $problem }
host-form-problems = Es wurde nichts gesendet. { $field }: { $problem } { $count ->
        [one] { $count } weiteres Feld hat
       *[other] { $count } weitere Felder haben
    } ein Problem.
host-form-misfit = Es wurde nichts gesendet. Die Eingabe passt nicht zur Anfrage des Servers: { $problems }.
host-form-unchecked = Es wurde nichts gesendet. Die Eingabe konnte nicht geprüft werden. { $why }
host-form-unchecked-hint = Lehnen Sie die Anfrage ab: Innkeeper sendet nichts, was es nicht prüfen kann.
host-form-none = Diese Anfrage hat kein Formular.
host-form-too-large = Ein Formular fasst höchstens { $kib } KiB.
host-form-unsendable = Das kann nicht gesendet werden: { $error }.

## Problems of a field
host-field-needed = Das ist erforderlich.
host-field-boolean = Wählen Sie Ja oder Nein.
host-field-choice = Wählen Sie eine der angebotenen Möglichkeiten.
host-field-choices = Wählen Sie nur aus den angebotenen Möglichkeiten.
host-field-text = Geben Sie Text ein.
host-field-number = Geben Sie eine Zahl ein.
host-field-whole = Geben Sie eine ganze Zahl ein.
host-field-least = Geben Sie eine Zahl ab { $min } ein.
host-field-most = Geben Sie eine Zahl bis { $max } ein.
host-field-format = Erwartet wird { $format }.
host-field-length = Geben Sie { $wanted } ein; jetzt sind es { $count }.
host-field-many = Wählen Sie { $wanted } aus; jetzt sind es { $count }.

## What a field accepts
host-hint-both = { $format }, { $bounds }
host-format-email = eine E-Mail-Adresse
host-format-uri = eine vollständige Adresse, wie https://example.com
host-format-date = ein Datum, wie 2026-11-22
host-format-date-time = eine Zeit mit Zeitzone, wie 2026-11-22T14:30:00Z
host-number-any = eine Zahl
host-number-whole = eine ganze Zahl
host-number-between = { $min } bis { $max }
host-number-least = mindestens { $min }
host-number-most = höchstens { $max }
host-characters-exactly = genau { $count } Zeichen
host-characters-between = { $min } bis { $max } Zeichen
host-characters-least = mindestens { $count } Zeichen
host-characters-most = höchstens { $count } Zeichen
host-choices-exactly = genau { $count ->
        [one] { $count } Möglichkeit
       *[other] { $count } Möglichkeiten
    }
host-choices-between = { $min } bis { $max ->
        [one] { $max } Möglichkeit
       *[other] { $max } Möglichkeiten
    }
host-choices-least = mindestens { $count ->
        [one] { $count } Möglichkeit
       *[other] { $count } Möglichkeiten
    }
host-choices-most = höchstens { $count ->
        [one] { $count } Möglichkeit
       *[other] { $count } Möglichkeiten
    }
host-form-refused-log = Seine Rückfrage an Sie wurde abgelehnt: { $reason }
