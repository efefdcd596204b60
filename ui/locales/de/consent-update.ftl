### Der Probestart eines Updates in seiner Prüfung. Das Terminalprogramm verwendet dieselben Texte.

consent-update-title = Was die neue Version tut
consent-update-about = Innkeeper hat sie einmal gestartet, ohne Netzwerk, ohne Ihre Ordner und ohne ihre Variablen, und wieder beendet. Damit ist keines ihrer Werkzeuge angenommen: neue und geänderte prüfen Sie, sobald der Server startet.
consent-update-failed = Die neue Version hat nicht gesagt, was sie anbietet.
consent-update-still = Sie können sie trotzdem annehmen. { $why }
consent-update-withheld = Diese Variablen hat sie nicht bekommen. Mit ihnen kann sie mehr tun: { $names }
consent-update-same = { $count ->
    [one] { $count } Werkzeug ist so, wie Sie es angenommen haben.
   *[other] { $count } Werkzeuge sind so, wie Sie sie angenommen haben.
 }
consent-update-no-tools = Sie bietet keine Werkzeuge an.
consent-update-changed = Geändertes Werkzeug: { $tool }
consent-update-new = Neues Werkzeug: { $tool }
consent-update-removed = Werkzeuge, die sie nicht mehr anbietet: { $names }
consent-update-more = { $count ->
    [one] { $count } weiteres Werkzeug ist neu oder geändert.
   *[other] { $count } weitere Werkzeuge sind neu oder geändert.
 }
consent-update-prompts-new = Neue Prompts: { $names }
consent-update-prompts-removed = Prompts, die sie nicht mehr anbietet: { $names }
consent-update-prompts-unknown = { $count ->
    [one] Sie bietet { $count } Prompt an. Er wurde nicht verglichen, weil die verwendete Version nicht läuft.
   *[other] Sie bietet { $count } Prompts an. Sie wurden nicht verglichen, weil die verwendete Version nicht läuft.
 }
consent-update-resources-new = Neue Ressourcen: { $names }
consent-update-resources-removed = Ressourcen, die sie nicht mehr anbietet: { $names }
consent-update-resources-unknown = { $count ->
    [one] Sie bietet { $count } Ressource an. Sie wurde nicht verglichen, weil die verwendete Version nicht läuft.
   *[other] Sie bietet { $count } Ressourcen an. Sie wurden nicht verglichen, weil die verwendete Version nicht läuft.
 }
consent-update-looked-for = Was sie gesucht und nicht bekommen hat
consent-update-looked-for-nothing = Sie hat nichts gesucht, was ihr fehlt.
