### Prompts of servers and presets of the user, as the host describes them. Only Rust uses these messages.

host-prompts-too-slow = Er hat seine Prompts nicht innerhalb von { $seconds } Sekunden aufgelistet.
host-prompt-unknown = { $server } bietet keinen Prompt „{ $prompt }“ an.
host-prompt-offered = Er bietet an: { $names }
host-prompt-none = Er bietet keine Prompts an.
host-prompt-missing = Der Prompt „{ $prompt }“ braucht einen Wert für: { $names }
host-prompt-argument = Der Prompt „{ $prompt }“ hat kein Argument „{ $name }“.
host-prompt-takes = Seine Argumente: { $names }
host-prompt-takes-none = Er hat keine Argumente.
host-prompt-server-off = { $server } ist in dieser Unterhaltung ausgeschaltet.
host-prompt-server-off-hint = Schalten Sie ihn unter dem Nachrichtenfeld ein.
host-prompt-messages = Der Prompt hat { $count } Nachrichten, und das Limit ist { $most }.
host-prompt-other-arguments = Wählen Sie andere Argumente oder einen anderen Prompt.
host-prompt-left-out =
    { $count ->
        [one] Ein Teil ist nicht lesbar und wird weggelassen.
       *[other] { $count } Teile sind nicht lesbar und werden weggelassen.
    }
host-preset-no-name = Der Name einer Vorlage darf nicht leer sein.
host-preset-long-name = Der Name einer Vorlage hat höchstens { $most } Zeichen.
host-preset-no-text = Der Text einer Vorlage darf nicht leer sein.
host-preset-long-text = Der Text einer Vorlage hat höchstens { $most } KiB.
host-preset-taken = Es gibt schon eine Vorlage „{ $name }“.
host-preset-too-many = Es gibt höchstens { $most } Vorlagen. Löschen Sie zuerst eine.
host-preset-gone = Diese Vorlage wurde gelöscht.
