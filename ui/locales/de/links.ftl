## Links that the desktop opens
link-filled = Aus einem Link ausgefüllt.
link-offered = Ein Link zum Hinzufügen eines Servers wurde geöffnet.
link-offered-hint = Ihr Formular bleibt, wie es ist, bis Sie es aus dem Link ausfüllen.
link-use = Aus dem Link ausfüllen
link-drop = Link ignorieren
links-setting = Links zum Hinzufügen von Servern
links-setting-switch = Links zum Hinzufügen von Servern öffnen
links-setting-hint = Ihre Arbeitsumgebung öffnet Links, die mit innkeeper: beginnen, mit Innkeeper. Ein Link füllt das Formular für einen Server aus. Er fügt nichts hinzu und startet nichts.
links-setting-other = Jetzt öffnet { $name } sie.
links-setting-elsewhere = Sie öffnen Innkeeper an einem anderen Ort. Schalten Sie das ein, um es zu ändern.
links-setting-unsupported = Auf diesem System lassen sich Links nicht registrieren.
