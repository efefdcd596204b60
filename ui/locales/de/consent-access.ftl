## AuthorityApproval
consent-part-rules = Regeln
consent-authority-widens-sampling = Das erweitert den Zugriff des Servers auf Ihre Modelle.
consent-authority-widens-instructions = Das fügt dem, was Ihre Modelle lesen, Text eines Servers hinzu.
consent-authority-widens = Das erlaubt mehr ohne Ihre Freigabe.
consent-authority-undo-server = Sie können es auf der Seite des Servers widerrufen, mit sofortiger Wirkung
consent-authority-undo-rules = Sie können es auf der Seite „Regeln“ widerrufen, mit sofortiger Wirkung
consent-authority-void-start = Automatisch, wenn der Server anders starten würde
consent-authority-void-tool = Automatisch, wenn der Server anders starten würde oder sich die Definition des Werkzeugs ändert

## ChangeApproval
consent-change-used = { $count ->
        [one] { $count } Aufruf.
       *[other] { $count } Aufrufe.
     }
consent-change-used-since = { $count ->
        [one] { $count } Aufruf
       *[other] { $count } Aufrufe
     } (erster: { $since }, letzter: { $last }).
consent-change-title-instructions = { $server } hat seine Anweisungen geändert. Änderung annehmen?
consent-change-title-tool = { $server } hat die Definition seines Werkzeugs { $tool } geändert. Änderung annehmen?
consent-change-title-new = { $server } bietet neue Werkzeuge an. Annehmen?
consent-change-new-sub = { $count ->
    [one] ein neues Werkzeug
   *[other] { $count } neue Werkzeuge
}
consent-change-new-off = Kein Modell sieht sie, bis Sie sie annehmen.
consent-change-new-calls = Danach braucht jeder Aufruf eine Regel oder Ihre Freigabe, wie jeder andere Aufruf.
consent-change-accept-new = Neue Werkzeuge annehmen
consent-change-deny-new = Nicht annehmen
consent-change-new-full = Vollständig zeigen
consent-change-off-voids = Es wurde nichts gesendet. Das Werkzeug bleibt aus, bis Sie annehmen.
consent-change-off = Das Werkzeug bleibt aus, bis Sie annehmen.

## AuthorityApproval
consent-part-rule = eine Regel
consent-request = Anfrage
consent-authority-ends-after = Sie endet nach { $time }.
consent-authority-conversation = Sie gilt nur in der Unterhaltung „{ $conversation }“.
consent-part-meaning = die Bedeutung
consent-authority-meaning = Was das bedeutet
consent-how-it-ends = Wie es endet
consent-authority-logged = Das Protokoll hält fest, dass Sie es erlaubt haben

## ChangeApproval
consent-change-unused = Kein Aufruf ist verzeichnet.
consent-change-accepted = zuletzt angenommen { $day }
consent-change-what = Was sich geändert hat
consent-change-both = Beide vollständig
consent-change-no-instructions = Kein Modell erhält die Anweisungen.
consent-change-old-instructions = Modelle lesen die angenommenen Anweisungen.
consent-change-void = Ihr „Immer“ für dieses Werkzeug gilt nicht mehr.
consent-change-not-sent = Es wurde nichts gesendet.
consent-change-page = Die Seite des Servers zeigt, was Sie angenommen hatten, bis Sie diese Änderung annehmen.
consent-change-new-instructions = Sie lesen die neuen, sobald Sie diese Änderung annehmen.
consent-change-accepted-part = Was Sie angenommen hatten
consent-change-now-part = Wie es jetzt ist
consent-instructions-text = Der ganze Text, wie der Server ihn schrieb
consent-change-stands-out = Auffälligkeiten
consent-digest = Prüfsumme
consent-change-before = Vorher
consent-change-now = Jetzt
consent-change-used-part = Bisher verwendet

## ClientApproval
consent-client-keychain = Wird im Schlüsselbund dieses Rechners gespeichert.
consent-client-memory = Bleibt im Arbeitsspeicher, bis Sie Innkeeper beenden.
consent-client-title = Eigenen Client für { $server } verwenden?
consent-client-what = Für Anbieter, die eine manuelle Client-Registrierung verlangen.
consent-client-key = speichert einen Schlüssel
consent-part-place = der Autorisierungsserver
consent-client-only-here = Er wird nur hier verwendet
consent-client-other = Das ist ein anderer Host als der Server.
consent-client-compare = { $server } liegt unter { $origin } und nennt diese Adresse für die Anmeldung. Vergleichen Sie beide.
oauth-issuer = Aussteller
oauth-client-id = Client-ID
consent-part-client-id = die Client-ID
consent-client-as-given = wie vom Anbieter erhalten
consent-part-client-secret = das Client-Geheimnis
oauth-client-secret = Client-Geheimnis
consent-client-if-any = falls vorhanden
consent-reach-label = Reichweite
consent-then = Was dann geschieht
consent-client-review = Sie prüfen die Anmeldung, bevor sich ein Browser öffnet
consent-client-token = Das Geheimnis geht nur an den Token-Endpunkt dieses Ausstellers
consent-client-others = Andere Server erhalten nichts davon

## EndpointApproval
consent-endpoint-keychain = Innkeeper prüft den Schlüssel zuerst und speichert ihn dann im Schlüsselbund dieses Rechners.
consent-endpoint-memory = Innkeeper prüft den Schlüssel zuerst und hält ihn dann im Arbeitsspeicher, bis Sie beenden.
consent-endpoint-has-key = Für diese Adresse ist ein Schlüssel gespeichert. Lassen Sie das Feld leer, um ihn zu behalten.
consent-endpoint-leave-empty = { $kept } Lassen Sie das Feld leer, wenn keiner nötig ist.
consent-endpoint-title = { $name } als Modell verwenden?
on-this-machine = auf diesem Rechner
leaves-this-machine = verlässt diesen Rechner
consent-endpoint-goes = Ihre Nachrichten, Anhänge und Werkzeugergebnisse gehen dorthin
consent-endpoint-unencrypted = Alles, was dorthin geht, auch ein Schlüssel, ist in Ihrem Netz unverschlüsselt.
consent-address = Adresse
consent-part-key = der Schlüssel
consent-endpoint-key = Schlüssel
consent-endpoint-key-only = nur für diese Adresse
consent-endpoint-headers = Eigene Kopfzeilen
consent-endpoint-headers-hint = Eine je Zeile, etwa X-Team: 7. Sie gehen nur an diese Adresse und liegen beim Schlüssel: Geben Sie beide neu ein, um eines zu ändern.
consent-gets = Was es erhält
consent-endpoint-gets-chats = Was Sie in Chats schreiben, die es verwenden
consent-endpoint-gets-results = Ergebnisse von Werkzeugen als Teil des Chats
consent-endpoint-gets-tools = Namen und Beschreibungen der Werkzeuge Ihrer Server
consent-again-part = Wann erneut eine Freigabe nötig ist
consent-again = Eine Freigabe ist erneut nötig, wenn
consent-endpoint-again = sich die Adresse ändert. Vergleichen Sie sie Buchstabe für Buchstabe mit der, die Sie erhalten haben.

## EndpointModels
consent-part-model = das Modell
consent-endpoint-model = Modell
consent-endpoint-model-first = das anfängliche Modell
consent-endpoint-model-name = aus der Liste des Endpunkts oder sein Name beim Endpunkt
consent-endpoint-list-again = Modelle erneut auflisten
consent-endpoint-list = Modelle auflisten
consent-endpoint-models = Modelle des Endpunkts
consent-endpoint-models-more = { $count } weitere: Geben Sie einen Teil des Namens ein.
consent-endpoint-models-none = Kein Modell dieses Namens steht in der Liste. Die Eingabetaste verwendet den Namen trotzdem.
consent-endpoint-listed = Der Endpunkt bietet { $count ->
        [one] { $count } Modell
       *[other] { $count } Modelle
     } an. Sie können jedes davon in einem Chat wählen, mit demselben Schlüssel.

## FeatureApproval
consent-feature-model-title = { $server } Anfragen an Ihr Modell erlauben?
consent-feature-form-title = { $server } Rückfragen an Sie erlauben?
consent-feature-reconnects = Innkeeper verbindet sich neu mit dem Server, um es ihm mitzuteilen.
consent-part-may-do = was er darf
consent-feature-may-do = Was er dann darf
consent-feature-model-what = Texte, Bilder und Töne an Ihr Modell senden und dessen Antwort erhalten. Ihr Anbieter kann das berechnen.
consent-feature-form-what = Ihnen ein Formular zum Ausfüllen oder eine Seite im Browser zeigen.
consent-stays-yours = Was in Ihrer Hand bleibt
consent-feature-each-time = Sie entscheiden jedes Mal
consent-feature-before-model = bevor Ihr Modell die Anfrage sieht
consent-feature-before-answer = bevor der Server die Antwort erhält
consent-feature-no-chats = Der Server erhält nichts aus Ihren Chats
consent-feature-in-full = mit der vollständigen Anfrage des Servers vor Augen
consent-feature-secrets = Innkeeper weist Felder ab, die nach Geheimnissen aussehen

## LaunchApproval
consent-launch-void = Was Sie dem Server erlaubt haben, gilt nicht, bis Sie annehmen.
consent-launch-changes = { $count ->
        [one] { $count } Angabe hat
       *[other] { $count } Angaben haben
     } sich geändert (zuletzt angenommen: { $day }). Was Sie dem Server erlaubt haben, gilt nicht, bis Sie annehmen.

## RootApproval
consent-root-size-more = mehr als { $count } Dateien, { $size }
consent-root-size = { $count ->
        [one] { $count } Datei
       *[other] { $count } Dateien
     }, { $size }
consent-root-tells-word = sagt

## SignInApproval
consent-sign-in-new = { $count } neu

## LaunchApproval
consent-launch-changed-title = { $server } würde anders starten. Trotzdem starten?
consent-launch-title = { $server } starten?
consent-launch-runs = Der Server läuft als Programm auf diesem Rechner, mit Ihren Rechten.
consent-launch-code = führt Code aus
consent-what-changed = Was sich geändert hat
consent-launch-command = Der Befehl
consent-launch-package = Das Paket
consent-launch-bundle = Das Bundle
consent-launch-words = Befehl, Wort für Wort
consent-launch-program = Programm
consent-part-program = das Programm
consent-launch-leads-to = verweist auf
consent-launch-folder = Arbeitsverzeichnis
consent-part-folder = das Arbeitsverzeichnis
consent-launch-environment = Umgebung
consent-part-environment = die Umgebung
consent-launch-hidden = Werte bleiben verborgen.
consent-launch-some-hidden = Werte, die Zugangsdaten enthalten, bleiben verborgen.
consent-launch-values = Andere Werte
consent-launch-keeps = Er behält, was er hat
consent-launch-keeps-hint = Er startet anders, als Sie es angenommen haben, und hat dies noch. Kreuzen Sie an, was Sie ihm wegnehmen.
consent-launch-keeps-revoke = Wegnehmen: { $what }
consent-launch-risky = Variablen, die Sie einzeln annehmen
consent-launch-reach = Er kann auf alles zugreifen, worauf Sie zugreifen können
consent-launch-confined = Er läuft in einer Sandbox
consent-launch-unseen = Er nennt Ordner, die er nicht sieht
consent-launch-unseen-part = Die Ordner, die er nennt
consent-launch-unseen-hint = Innkeeper fragt als Nächstes nach jedem von ihnen. Ein Ordner, den Sie nicht freigeben, bleibt für ihn unsichtbar.
consent-launch-no-sandbox = Er läuft ohne Sandbox.
consent-launch-sandbox-switch = In einer Sandbox ausführen
consent-launch-sandbox-hint = Ausgeschaltet kann der Server alles, was Sie können.
consent-launch-files = Ihre Dateien, lesend und schreibend
consent-launch-network = Das Netzwerk
consent-launch-programs = Andere Programme, mit Ihren Rechten gestartet
consent-launch-again = sich Befehl, Programm, Verzeichnis oder Namen der Umgebung ändern.
consent-each-call = Jeder Werkzeugaufruf braucht Ihre Freigabe
consent-launch-only = Ihre Freigabe startet das Programm. Sie erlaubt keines seiner Werkzeuge.

## LaunchValues
consent-value-keychain = Innkeeper speichert ihn im Schlüsselbund dieses Rechners.
consent-value-memory = Innkeeper hält ihn im Arbeitsspeicher, bis Sie beenden.
consent-part-value = ein einzugebender Wert
consent-part-values = einzugebende Werte

## OutflowApproval
consent-outflow-title = Werkzeugergebnisse an { $host } senden?
consent-part-servers = die Server
consent-outflow-final = Was gesendet ist, lässt sich nicht zurückholen.
consent-outflow-final-hint = Wer diese Adresse betreibt, kann es behalten.
consent-outflow-model = für das Modell
consent-outflow-goes = Was diese Server in dieser Unterhaltung geliefert haben, geht dorthin
consent-outflow-to = An
consent-outflow-results = Bisherige Werkzeugergebnisse als Teil des Chats
consent-outflow-later = Was diese und andere Server später in dieser Unterhaltung liefern
consent-outflow-again = Eine Freigabe ist erneut nötig
consent-outflow-again-when = in einer anderen Unterhaltung und für eine andere Adresse. Bisher wurde nichts gesendet.

consent-link-title = Einen Link zu { $host } öffnen?
consent-link-sub = In der Unterhaltung „{ $conversation }“
consent-link-carries = Diese Adresse enthält Text von { $servers }.
consent-link-carries-hint = Der Betreiber der Website bekäme ihn. Die markierten Teile stammen von dort.
consent-link-not-found = In dieser Adresse wurde kein Text eines Servers gefunden.
consent-link-not-found-hint = Er könnte in anderen Worten darin stehen: Diese Unterhaltung enthält Daten von { $servers }.
consent-link-plain = Die Verbindung ist nicht verschlüsselt.
consent-link-plain-hint = Andere auf dem Weg können die Adresse und die Seite lesen.
consent-link-learns = Die Website erfährt die ganze Adresse und dass Sie sie jetzt geöffnet haben
consent-link-wrote = Das Modell oder ein Server hat die Adresse gewählt
consent-link-open = Im Browser öffnen
consent-link-open-site = Öffnen, auch weitere dieser Website
consent-link-site = In dieser Unterhaltung: Links zu { $host }

## RemoteApproval
consent-remote-title = Mit { $origin } verbinden?
consent-remote-changed = { $server } wäre anders erreichbar. Was Sie dem Server erlaubt haben, gilt nicht, bis Sie annehmen.
consent-remote-as = Als { $server }.
consent-remote-address = Die vollständige Adresse
consent-remote-headers = Header
consent-part-headers = die Header
consent-remote-no-headers = keine von Ihnen
consent-remote-hidden = Werden mit jeder Anfrage an diesen Ursprung gesendet, und nirgendwohin sonst. Werte bleiben verborgen.
consent-remote-arguments = Die Argumente der Werkzeugaufrufe, die Sie erlauben
consent-remote-network = Ihre Netzwerkadresse und dass Sie Innkeeper verwenden
consent-remote-nothing = Nichts aus Ihren Chats, Dateien oder anderen Servern
consent-remote-again = sich die URL oder die Namen der Header ändern. Vergleichen Sie die Adresse Buchstabe für Buchstabe mit der, die Sie erhalten haben.
consent-remote-only = Ihre Freigabe stellt die Verbindung her. Sie erlaubt keines der Werkzeuge.

## RootApproval
consent-root-title-read = { $server } diesen Ordner lesen lassen?
consent-root-title-write = { $server } diesen Ordner lesen und ändern lassen?
consent-root-title-tell = { $server } diesen Ordner mitteilen?
consent-root-sub = Kein anderer Server erfährt davon. Sie können den Zugriff jederzeit widerrufen.
consent-root-choose = Anderen Ordner wählen
consent-part-root = der Ordner
consent-root-folder = Ordner
consent-root-link = Sie haben { $picked } gewählt. Das ist ein Link. Der Zugriff gilt für sein Ziel, das oben steht.
consent-part-warning = eine Warnung
consent-root-secrets = Dieser Ordner scheint Geheimnisse zu enthalten.
consent-root-secrets-hint = Was ein Server lesen kann, kann er weitergeben. Wählen Sie nach Möglichkeit einen Unterordner.
consent-root-more = und { $count } weitere
consent-root-access = Zugriff für den Server
consent-part-access = lesen oder schreiben
consent-root-read = Nur lesen
consent-root-read-hint = Namen und Inhalte sehen. Die Sandbox verhindert das Schreiben. Ein Server ohne Sandbox wird nur darum gebeten.
consent-root-write = Lesen und schreiben
consent-root-write-hint = Auch anlegen, ändern und löschen. Innkeeper kann das nicht rückgängig machen.
consent-part-typed = der einzugebende Name
consent-root-typed = Um den Zugriff trotzdem zu geben, tippen Sie den Namen des Ordners
consent-part-root-name = der sichtbare Name
consent-root-name = Name, den der Server sieht
consent-part-root-pass = wie er davon erfährt
consent-root-pass = Wie der Server davon erfährt
consent-root-pass-roots = Wenn er nach seinen Ordnern fragt
consent-root-pass-argument = Auch als letztes Argument, für einen Server, der nie nach seinen Ordnern fragt
consent-root-pass-variable = Auch in einer Umgebungsvariablen
consent-root-variable = Name der Variablen
consent-root-restart = Der Server startet mit dem Ordner neu, und Sie prüfen diesen Start.
consent-part-means = Was das bedeutet
consent-root-tells = Der Zugriff { $tells } dem Server, wo er arbeiten soll. In einer Sandbox sieht der Server nur seine Ordner; ohne Sandbox kann er weiterhin alles öffnen, was Sie öffnen können
consent-root-moved = Innkeeper entzieht einen Ordner, der verschoben, ersetzt oder gelöscht wird, und zeigt es an
consent-root-remote = Dieser Server ist kein Programm auf diesem Rechner: Er erfährt Pfad und Namen des Ordners, nicht seine Dateien
consent-root-folders = Ordner dieses Servers
consent-root-had = Er hat schon Zugriff auf diesen ({ $access }). Ihre Antwort ersetzt das.
consent-root-other = { $access }, seit { $day }
consent-root-none = Noch keine.
consent-root-version-control = Versionsverwaltung
consent-root-repository = Das ist ein Repository: Dort sehen Sie, was sich ändert.
consent-root-in-repository = Er liegt im Repository { $repository }.
consent-root-no-repository = In keinem Repository: Überschriebene Dateien lassen sich nicht wiederherstellen.

## SignInApproval
consent-sign-in-more = { $server } mehr erlauben?
consent-sign-in-title = Bei { $server } anmelden?
consent-sign-in-sub = Ihr Browser öffnet sich. Sie melden sich dort an, nicht hier.
consent-part-origin = der Ursprung
consent-sign-in-opens = Diese Seite öffnet sich
consent-sign-in-foreign = Der Name enthält Buchstaben einer anderen Schrift.
consent-sign-in-foreign-hint = Sie sind oben hinter „xn--“ ausgeschrieben. Ein Browser zeigt womöglich Buchstaben, die bekannten gleichen.
consent-part-scopes = die angeforderten Berechtigungen
consent-sign-in-scopes = Angeforderte Berechtigungen
consent-sign-in-new-mark = , neu
consent-sign-in-no-scopes = Keine benannten: Der Anbieter entscheidet und zeigt sie auf seiner Seite.
consent-sign-in-names = Die Namen stammen vom Server. Ihre Bedeutung steht auf der Seite, die sich öffnet.
consent-why-reach = Grund und Reichweite
consent-sign-in-no-password = Sie melden sich dort an. Innkeeper sieht kein Passwort
consent-token-keychain = Innkeeper speichert das Token im Schlüsselbund dieses Rechners
consent-token-memory = Innkeeper hält das Token im Arbeitsspeicher, bis Sie beenden: Es gibt keinen Schlüsselbund
consent-token-goes = Es wird nur an { $origin } gesendet
consent-sign-in-only = Die Anmeldung erlaubt keines der Werkzeuge. Sie können sich auf der Seite des Servers abmelden.
## ReachApproval
consent-about-reach = · ein Server will einen Host erreichen
consent-reach-title = { $server } den Host { $host } erreichen lassen?
consent-reach-now = Er versucht gerade, sich zu verbinden. Noch wurde nichts gesendet.
consent-reach-yours = Sie haben diesen Host genannt. Noch wurde nichts gesendet.
consent-reach-host = Host und Port
consent-part-host = der Host
consent-reach-punycode = Der Name ist in Punycode geschrieben. In Buchstaben kann er wie ein anderer Name aussehen. Prüfen Sie ihn Zeichen für Zeichen.
consent-reach-calls = Läuft gerade
consent-part-running = die laufenden Aufrufe
consent-reach-call-in = { $tool } in „{ $conversation }“
consent-reach-no-calls = Kein Aufruf läuft. Der Server verbindet sich von selbst, etwa bei seinem Start.
consent-reach-holds = Ihm wurden Daten anderer Server gesendet.
consent-launch-holds-hint = Er kann diese Daten behalten haben und sie überallhin senden, wenn er so läuft:
consent-root-holds-hint = Er kann diese Daten behalten haben und sie in diesen Ordner schreiben:
consent-reach-holds-hint = Er kann diese Daten behalten haben und sie an diesen Host senden:
consent-reach-first = Bisher kann dieser Server nichts senden. Sobald er einen Host erreicht, gelten seine Werkzeuge als solche, die Daten hinaussenden könnten.
consent-reach-gets = Was der Host erhält
consent-reach-anything = Was immer der Server sendet: Argumente seiner Aufrufe, Dateien seiner Ordner, den Inhalt seines privaten Ordners
consent-reach-unseen = Innkeeper zählt die Bytes. Verschlüsselte Verbindungen kann es nicht lesen.
consent-reach-elsewhere = Andere Hosts und andere Ports von diesem bleiben gesperrt, bis Sie sie erlauben.
consent-reach-again = Sie können das auf der Seite des Servers zurücknehmen. Das schließt seine Verbindungen.
consent-reach-once = Diese Verbindung
consent-reach-run = Solange er läuft
consent-reach-always = Immer
consent-reach-allow-once = Einmal erlauben
consent-reach-allow-run = Erlauben, solange er läuft
consent-reach-allow-always = Diesen Host immer erlauben
