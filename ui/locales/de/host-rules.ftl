### Die Texte zu gespeicherten Erlaubnissen. Nur Rust verwendet sie.

## Conditions
host-condition = „{ $argument }“ { $words }
host-condition-under = liegt unter { $value }
host-condition-at = liegt bei { $value }
host-condition-most = ist höchstens { $value }
host-condition-sum = ist innerhalb einer Stunde zusammen höchstens { $value }
host-condition-is = ist { $value }

## Saved permissions
host-rule-gone = Diese Regel gibt es nicht mehr.
host-permissions-changed-meanwhile = Die gespeicherten Berechtigungen haben sich geändert, während Sie sie lasen. Nichts wurde bestätigt.
host-permissions-review-again = Prüfen Sie sie noch einmal.
host-permissions-need-keychain = Der Schlüsselbund ist nicht lesbar. Darum kann Innkeeper nicht feststellen, dass es die gespeicherten Berechtigungen geschrieben hat.
host-permissions-too-many = { $found } gespeicherte Berechtigungen sind zu bestätigen; höchstens { $most } lassen sich zeigen.
host-permissions-too-many-hint = Entfernen Sie Server, Regeln oder Ordner, die Sie nicht wiedererkennen, und prüfen Sie dann noch einmal.
host-permissions-restart = Mit bestätigten Berechtigungen neu gestartet.
host-void-unconfirmed = Sie muss zuerst bestätigt werden.
host-rule-origin-answer = Ihre Antwort auf eine Freigabeanfrage
host-rule-origin-person = von Ihnen angelegt
host-rule-origin-program = von diesem Programm angelegt
host-void-unreadable = Die Regel ist nicht lesbar. Sicherheitshalber lehnt sie Aufrufe ab.
host-void-removed = Der Server wurde entfernt.
host-void-launch = Der Server würde jetzt anders starten.
host-void-tool-gone = Der Server bietet dieses Werkzeug nicht mehr an.
host-void-definition = Die Definition des Werkzeugs hat sich geändert.
host-void-can-send = Der Server könnte die Daten jetzt senden, oder ein anderer Server sieht einen Ordner, in den er schreibt.

## Changes of permissions
host-rule-no-tool = Der Server ist nicht bereit oder hat kein solches Werkzeug.
host-rule-same-server = Der Schutz gilt zwischen zwei Servern. Vertrauen Sie einem einzelnen Server stattdessen beim Lesen.
host-rule-not-confirmed = Die Änderung wurde nicht bestätigt. Es hat sich nichts geändert.
host-rule-unreadable = Diese Regel ist nicht lesbar. Legen Sie eine neue an.
host-rule-never-started = Sie haben noch keinen Start von { $server } angenommen.
host-rule-start-first = Starten Sie ihn zuerst.
host-rule-tier-range = Eine Risikostufe ist eine Zahl von 1 bis 4.

## New rules
host-rule-no-server = Diesen Server gibt es nicht.
host-rule-no-conversation = Diese Unterhaltung gibt es nicht.
host-rule-too-large = Diese Regel ist zu groß: Möglich sind höchstens { $tools } Werkzeuge und { $conditions } Bedingungen. Teilen Sie sie in mehrere Regeln auf.
host-rule-durations = Eine Regel kann nach 10 Minuten, 30 Minuten, 2 Stunden oder 8 Stunden enden.
host-rule-names-tools = Nennen Sie die Werkzeuge. Eine Regel erlaubt nie alle Werkzeuge eines Servers.
host-rule-tool-unknown = Der Server hat kein Werkzeug „{ $tool }“.
host-rule-condition-long = Eine Bedingung ist zu lang: Jeder ihrer Texte hat höchstens { $bytes } Bytes.
host-rule-wants-under = Der Wert für „{ $argument }“ muss ein absoluter Pfad ohne „..“ sein.
host-rule-wants-at = Der Wert für „{ $argument }“ muss ein Hostname sein, wie in einer URL.
host-rule-wants-most = Der Wert für „{ $argument }“ muss eine Zahl ab 0 sein.
host-rule-sum-allows = Nur eine Regel, die erlaubt, kann eine Summe begrenzen.
host-rule-wants-is = Der Wert für „{ $argument }“ muss JSON sein: Text in Anführungszeichen, eine Zahl, true oder false.

## Dry run of a call
