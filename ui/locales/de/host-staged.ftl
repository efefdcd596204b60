### Was der Host über geprüfte Änderungen an Ordnern sagt. Nur Rust verwendet es.

## Warum eine Änderung nicht übernommen wird
host-staged-conflict = Die Datei im Ordner wurde geändert, nachdem der Server seine Fassung erstellt hat. Innkeeper überschreibt sie nicht.
host-staged-special = Das ist ein Gerät, eine Pipe oder ein Socket. Innkeeper übernimmt so etwas nie.
host-staged-folder-and-file = Ein Ordner steht anstelle einer Datei oder umgekehrt. Innkeeper übernimmt das nicht.
host-staged-unreadable = Dieser Eintrag ist nicht lesbar.
host-staged-not-whole = Dieser Eintrag ist unvollständig. Innkeeper übernimmt ihn nicht.
host-staged-deep = Dieser Eintrag liegt in zu vielen Ordnern oder enthält zu viele Dateien.
host-staged-stale = Diese Änderung steht nicht mehr aus, oder sie ist nicht die, die angezeigt wurde.
host-staged-refused = Das System hat es abgelehnt: { $error }.

## Warum es keinen Vergleich gibt
host-staged-binary = Eine Fassung ist kein Text.
host-staged-long = Eine Fassung ist zu lang für einen Vergleich.
host-staged-no-content = Es gibt keinen Text zu vergleichen.
host-staged-mode-only = Der Inhalt ist gleich. Nur die Zugriffsrechte sind anders.

## Übernehmen und Verwerfen
host-staged-none = Für { $path } stehen keine Änderungen aus.
host-staged-not-granted = Der Server hat keinen geprüften Zugriff auf { $path }.
host-staged-denied = Die Änderungen wurden nicht übernommen. Sie stehen weiterhin aus.
host-staged-busy = Änderungen an diesem Ordner werden bereits übernommen oder verworfen.
host-staged-in-use = Der Server verwendet { $path } noch. Nichts wurde geändert.
host-staged-in-use-hint = Halten Sie den Server an und versuchen Sie es noch einmal.
host-staged-failed = Die ausstehenden Änderungen an { $path } konnten nicht gelesen werden: { $error }.

## Warum geprüfter Zugriff nicht angeboten wird
host-staged-remote = Innkeeper kann nur Änderungen eines Servers auf diesem Gerät prüfen lassen.
host-staged-unconfined = Dieser Server läuft ohne Sandbox, daher sind seine Änderungen nicht prüfbar.
host-staged-unsupported = Dieses System kann Änderungen nicht von einem Ordner getrennt halten ({ $reason }).
host-staged-folder = Änderungen lassen sich nicht von diesem Ordner getrennt halten ({ $reason }).
