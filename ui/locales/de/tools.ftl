## FieldItems
field-item-remove = Element { $number } entfernen
field-item-remove-of = Element { $number } von { $field } entfernen

## ToolDetail
tool-changed-hint = Diese Seite und Modelle verwenden die von Ihnen angenommene Definition. Ein Aufruf legt Ihnen zuerst die Änderung vor.
tool-changed-since = Diese Seite und Modelle verwenden die von Ihnen angenommene Definition ({ $day }). Ein Aufruf legt Ihnen zuerst die Änderung vor.

## Tools
tools-filter-count = { $count ->
        [one] { $count } Werkzeug
       *[other] { $count } Werkzeuge
     } filtern
tools-off = { $count } aus

## draft
draft-wrong = „{ $key }“ { $why }.

## fields
shape-anything = beliebig
shape-list = Liste
shape-or = oder
range-numbers = { $min } bis { $max }
range-characters = { $min } bis { $max } { $count ->
        [one] Zeichen
       *[other] Zeichen
    }
range-items = { $min } bis { $max } { $count ->
        [one] Element
       *[other] Elemente
     }
range-most-numbers = höchstens { $max }
range-most-characters = höchstens { $max } { $count ->
        [one] Zeichen
       *[other] Zeichen
    }
range-most-items = höchstens { $max } { $count ->
        [one] Element
       *[other] Elemente
     }
range-least-numbers = mindestens { $min }
range-least-characters = mindestens { $min } { $count ->
        [one] Zeichen
       *[other] Zeichen
    }
range-least-items = mindestens { $min } { $count ->
        [one] Element
       *[other] Elemente
     }
shape-text = Text
shape-integer = ganze Zahl
shape-number = Zahl
shape-boolean = Wahrheitswert
shape-object = Objekt, { $count ->
        [one] { $count } Feld
       *[other] { $count } Felder
     }
shape-texts = Texten
shape-integers = ganzen Zahlen
shape-numbers = Zahlen
shape-booleans = Wahrheitswerten
shape-objects = Objekten
shape-any-values = Werten

## FieldInput
field-choose = Wählen
field-not-given = Nicht angegeben

## FieldItems
field-item = { $field }, Element { $number }
field-item-add = Element hinzufügen
field-item-add-to = zu { $field }
field-full = Es nimmt keine weiteren an.
field-more-json = Schreiben Sie weitere als JSON.

## FieldList
field-extra = Ebenfalls gesendet, wie in JSON geschrieben:

## SchemaView
schema-more = und { $count } weitere
schema-look = { $title }: Anzeige
schema-fields = Felder
schema-json = Schema
schema-no-fields = Keine Felder.

## ToolDetail
schema-too-large = Sein Schema ist zu groß für ein Formular.
tool-changed = Der Server hat die Definition dieses Werkzeugs geändert.
tool-not-described = Der Server beschreibt es nicht.
tool-claims = Der Server gibt außerdem an: { $what }. Innkeeper verlässt sich nicht darauf.
tool-input = Eingabe
tool-output = Ausgabe

## Tools
tool-row-changed = Geändert.
tool-row-new = Neu.
tools-new = { $count ->
    [one] Dieser Server bietet ein neues Werkzeug an.
   *[other] Dieser Server bietet { $count } neue Werkzeuge an.
}
tools-new-hint = Kein Modell sieht neue Werkzeuge, bis Sie sie annehmen.
tools-new-review = Neue Werkzeuge prüfen
tool-row-off = Nicht für Modelle.
tool-row-undescribed = Nicht beschrieben
tool-offer = { $tool } Modellen anbieten
tools-filter = Werkzeuge filtern
tools-offered = { $count ->
        [one] { $count } Werkzeug
       *[other] { $count } Werkzeuge
     } für Modelle, { $weight } in jeder Anfrage
tools-unreadable = { $count ->
        [one] { $count } Werkzeug
       *[other] { $count } Werkzeuge
     } nicht lesbar
tool-reading = Seine Definition wird gelesen.

## TryIt
not-json = Das ist kein JSON.
try-not-ready = Der Server ist nicht bereit.
try-off = Er ist ausgeschaltet: Nichts wird an ihn gesendet.
try = Ausprobieren
try-json-hint = als JSON, ein Objekt
try-hint = Zuerst ist Ihre Freigabe nötig, wie bei einem Aufruf eines Modells.
clear = Leeren
try-call = Werkzeug aufrufen
try-result = Der Aufruf
try-fits = Der strukturierte Inhalt entspricht dem angegebenen Schema des Werkzeugs.

## TryWait
try-waiting = Wartet auf Sie.
try-running = Läuft.

## draft
draft-no-text = ist kein Text
draft-no-number = ist keine Zahl
draft-no-boolean = ist weder wahr noch falsch
draft-no-choice = steht nicht zur Auswahl
draft-no-list = ist keine Liste
draft-too-many = hat mehr als { $most } Elemente
draft-item = ist ungültig: Element { $number } { $why }
draft-no-object = ist kein Objekt
draft-twice = enthält „{ $key }“ zweimal
draft-choose = Wählen Sie eines.
at-least-characters = Mindestens { $count ->
        [one] { $count } Zeichen
       *[other] { $count } Zeichen
     }.
at-most-characters = Höchstens { $count ->
        [one] { $count } Zeichen
       *[other] { $count } Zeichen
     }.
at-least-items = Mindestens { $count ->
        [one] { $count } Element
       *[other] { $count } Elemente
     }.
at-most-items = Höchstens { $count ->
        [one] { $count } Element
       *[other] { $count } Elemente
     }.
whole-number = Eine ganze Zahl.
a-number = Eine Zahl.
at-least = Mindestens { $value }.
at-most = Höchstens { $value }.
more-than = Mehr als { $value }.
less-than = Weniger als { $value }.

## fields
schema-unreadable = Sein Schema ist hier nicht lesbar.
schema-too-many = Es hat mehr als { $most } Felder.
schema-unnamed = Sein Schema nennt die Felder nicht.
shape-kinds = eine von mehreren Arten
shape-values = einer von vielen Werten
shape-list-of = Liste von { $what }
shape-more = mehr als { $value }
shape-less = weniger als { $value }
shape-one-of = eines von { $count }
shape-choices = { $count } Auswahlmöglichkeiten
shape-default = Voreinstellung { $value }
shape-nullable = darf null sein

## Arguments
arguments-object = Argumente müssen ein Objekt sein.
