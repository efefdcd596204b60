### Die Worte des Hosts über ein anderes Programm an der Stelle eines Servers. Nur Rust verwendet sie.

host-replacement-denied = „{ $server }“ wurde nicht geändert: Ein anderes Programm an seiner Stelle wurde nicht freigegeben.
host-replacement-denied-hint = Geben Sie es im Freigabefenster oder im Terminal frei. Oder geben Sie dem anderen Programm einen eigenen Namen.
host-replacement-not-found = „{ $server }“ wurde nicht geändert: „{ $command }“ wurde nicht gefunden. Innkeeper kann nicht zeigen, was an seine Stelle träte.
host-replacement-not-found-hint = Installieren Sie zuerst das Programm. Oder fügen Sie es als anderen Server hinzu.
host-replacement-outdated = „{ $server }“ wurde inzwischen geändert. Jetzt wurde nichts geändert.
host-replacement-private-folder = „{ $server }“ wurde nicht geändert: Sein privater Ordner konnte nicht gelöscht werden ({ $reason }).
host-replacement-private-folder-hint = Stoppen Sie den Server und versuchen Sie es noch einmal.
host-answer-not-held = Ein angekreuzter Eintrag kann nicht auf das andere Programm übergehen.
host-held-variable = Gespeicherter Wert der Variablen { $name }
host-held-header = Gespeicherter Wert des Headers { $name }
host-held-account = Anmeldung bei { $origin }
host-held-root-read = Ordner { $path } (nur lesen)
host-held-root-staged = Ordner { $path } (lesen, und schreiben mit Prüfung)
host-held-root-write = Ordner { $path } (lesen und schreiben)
host-held-reach = Darf { $host } erreichen
host-held-private-folder = Was er in seinen privaten Ordner geschrieben hat
host-held-sampling = Darf Anfragen an Ihre Modelle senden
host-held-elicitation = Darf Sie um Eingaben bitten
host-held-unreviewed = Erhält Antworten Ihrer Modelle ohne Ihre Prüfung
host-held-budget = Bis zu { $minute } Anfragen an Ihre Modelle pro Minute und { $day } Tokens pro Tag
host-held-rule = Regel: „{ $tool }“ ist ohne Freigabe erlaubt{ $conditions ->
    [0] {""}
    [one] {" "}unter { $conditions } Bedingung
   *[other] {" "}unter { $conditions } Bedingungen
}
host-held-rule-every = Regel: Jedes Werkzeug ist ohne Freigabe erlaubt{ $conditions ->
    [0] {""}
    [one] {" "}unter { $conditions } Bedingung
   *[other] {" "}unter { $conditions } Bedingungen
}
host-held-tier = Werkzeug „{ $tool }“ gilt als „{ $tier }“
host-held-trusted = Seine Werkzeuge, die nach eigener Angabe nur lesen, gelten als lesend
host-held-unguarded-from = Daten von „{ $other }“ erreichen ihn ohne Freigabe
host-held-unguarded-to = Seine Daten erreichen „{ $other }“ ohne Freigabe
host-held-not-account = Gehört zur alten Adresse. Melden Sie sich neu an.
host-held-not-root = Ein Server unter einer URL kann nicht mit einem Ordner gestartet werden.
host-held-not-used = Das neue Programm verwendet ihn nicht.
host-logged-replacement = Anderes Programm für { $server }. Zum Übergang angekreuzt: { $moved }. Nicht angekreuzt: { $stays }.
host-logged-replacement-all = Anderes Programm für { $server }. Zum Übergang angekreuzt: { $moved }.
host-logged-replacement-none = Anderes Programm für { $server }. Nichts wurde zum Übergang angekreuzt; nicht angekreuzt: { $stays }.
