### Prompts and presets in the chat window.

## The list
insert-open = Prompt oder Vorlage einfügen (/)
insert-list = Prompts und Vorlagen
insert-search = Prompts und Vorlagen suchen
insert-presets = Ihre Vorlagen
insert-prompts = Prompts der Server
insert-listing = Die Server werden gefragt …
insert-nothing = Es gibt keine Vorlagen, und die laufenden Server dieser Unterhaltung bieten keine Prompts an.
insert-not-found = Kein Prompt und keine Vorlage passt.
insert-more = { $count ->
        [one] { $count } weiterer: Tippen Sie, um ihn zu finden.
       *[other] { $count } weitere: Tippen Sie, um sie zu finden.
     }
insert-left-out = { $count ->
        [one] { $count } Prompt fehlt, weil die Liste voll ist.
       *[other] { $count } Prompts fehlen, weil die Liste voll ist.
     }
insert-failed = { $server } hat seine Prompts nicht aufgelistet: { $why }
insert-asleep = { $count ->
        [one] { $servers } schläft und wird nicht gefragt.
       *[other] { $servers } schlafen und werden nicht gefragt.
    }
insert-wake = { $count ->
        [one] Wecken
       *[other] Alle wecken
    }
insert-label = Ein Prompt gilt als Daten seines Servers. Innkeeper fragt, bevor er an einen anderen Server geht.
insert-preset-edit = Vorlage { $name } bearbeiten
insert-preset-new = Neue Vorlage

## A prompt
insert-title = Prompt einfügen
insert-of = Prompt von { $server }
insert-form = Seine Argumente
insert-preview = Vorschau
insert-again = Neu abrufen
insert-waiting = Wartet auf seine Nachrichten.
insert-messages = Was das Modell liest
insert-whose = Alle Nachrichten hat { $server } geschrieben. Innkeeper teilt das dem Modell mit, unabhängig von ihrer Rolle.
insert-insert = Einfügen
insert-words = Tu, worum der eingefügte Prompt bittet.

## A preset
preset-new = Neue Vorlage
preset-edit = Vorlage bearbeiten
preset-name = Name
preset-text = Text
preset-hint = Eine Vorlage wird als Ihre eigenen Worte eingefügt. Sie können sie vor dem Senden ändern.
preset-save = Vorlage speichern
preset-delete = Vorlage löschen
preset-delete-sure = Endgültig löschen
