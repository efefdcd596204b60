## Appearance
text-size-hint = Alles wächst mit, auch im Freigabefenster. { $key } + und − ändern sie überall.
language = Sprache
language-pseudo = Pseudo-Sprache für Tests
language-hint = Gilt sofort für beide Fenster. Texte von Servern und Modellen bleiben, wie sie sind.

## DataSection
data-database = Server, Unterhaltungen, Freigaben
data-backups = Sicherungen
data-set-aside = Dateien in Quarantäne
data-lock = Sperre
data-backup-files = { $size }, { $count ->
        [one] { $count } Datei
       *[other] { $count } Dateien
     }, die neueste { $time }. Gelöschtes bleibt darin, bis neuere sie ersetzen.

## Limits
limit-start = Start eines Servers
limit-start-hint = Ein Server, der in dieser Zeit nicht antwortet, ist fehlgeschlagen.
limit-quiet = Ein Aufruf ohne Fortschritt
limit-quiet-hint = Jede Fortschrittsmeldung startet diese Zeit neu.
limit-call = Ein Aufruf insgesamt
limit-call-hint = Der Aufruf endet dann, auch wenn er vorankommt.
limit-message = Eine Nachricht eines Servers
limit-message-hint = Ein größeres Ergebnis wird abgewiesen.
limit-model = Was ein Modell liest
limit-model-hint = So viel liest das Modell von jedem Text eines Ergebnisses. Sie können mehr sehen.
limit-idle = Ein Server ohne Nutzung
limit-idle-hint = Nach dieser Zeit schläft ein Server auf diesem Rechner: Er läuft nicht und startet wieder, wenn ein genehmigter Aufruf ihn braucht. Mit 0 läuft jeder Server weiter.
limit-silence = Ein Modell, das nichts sagt
limit-silence-hint = Eine Antwort schlägt fehl, wenn der Anbieter so lange nichts sendet.
limit-silence-near = Ein Modell in der Nähe, das nichts sagt
limit-silence-near-hint = Für einen Anbieter auf diesem Rechner oder in Ihrem Netzwerk, der das Modell vielleicht erst laden muss.

## notes
mark-none = Nicht angegeben
mark-cost = Kosten
mark-cost-1 = 1, teuer
mark-cost-5 = 5, günstig
mark-speed = Tempo
mark-speed-1 = 1, langsam
mark-speed-5 = 5, schnell
mark-intelligence = Intelligenz
mark-intelligence-1 = 1, einfach
mark-intelligence-5 = 5, klug

## Providers
provider-line = { $model }{ $more ->
        [0] { "" }
       *[other] { " " }und { $more } weitere
     } bei { $address }, { $key }

## sections
appearance = Darstellung
limits = Limits
keyboard = Tastatur
data = Daten

## Appearance
theme = Farbschema
as-system = Wie das System
theme-light = Hell
theme-dark = Dunkel
theme-hint = Mehr Kontrast stellen Sie in Ihrem System ein.
text-size = Textgröße
density = Dichte
density-comfortable = Bequem
density-compact = Kompakt
density-hint = Kompakt zeigt mehr Zeilen.
motion = Bewegung
motion-reduce = Reduzieren
motion-hint = Reduziert: Nichts dreht sich, gleitet oder blendet ein.
notifications = Benachrichtigungen
notifications-hint = Ihr System benachrichtigt Sie, wenn eine Freigabe offen ist und kein Fenster von Innkeeper den Fokus hat.

## Data
data-keys = Schlüssel und Werte
data-keychain = im Schlüsselbund dieses Rechners
data-version = Version

## DataSection
data-folder = Ordner
data-place = Ort
data-copy-path = Pfad kopieren
data-show = Ordner zeigen
data-export = Alles exportieren
data-delete = Alle meine Daten löschen
data-export-hint = Der Export enthält Unterhaltungen als Markdown und JSON Lines, Server ohne Geheimnisse, Regeln und das Protokoll als JSON Lines.
data-delete-what = Innkeeper stoppt jeden Server. Dann löscht es endgültig: Server, Modell-Endpunkte, Unterhaltungen, Freigaben, das Protokoll, alle Sicherungen, Dateien in Quarantäne und die Einträge von Innkeeper im Schlüsselbund.
data-delete-stays = Erhalten bleiben: was Sie exportiert haben, Dateien anderer Programme im Ordner und alles, was Server anderswo geschrieben oder dorthin gesendet haben.
data-type = Tippen Sie „{ $word }“
data-keep = Meine Daten behalten
backups = Sicherungen von vor Aktualisierungen
backups-hint = Vor dem ersten Start einer anderen Version kopiert Innkeeper seine Datenbank und das Protokoll. Die letzten drei Kopien bleiben.
backups-none = Noch gibt es keine.
backups-version = Verwendet von Version { $version }
backups-earlier = Verwendet von einer früheren Version
backups-made = { $time }, { $size }
backups-restore = Wiederherstellen
backups-ask = Die Sicherung vom { $time } wiederherstellen?
backups-ask-what = Innkeeper stoppt jeden Server, setzt die Sicherung an die Stelle seiner Datenbank und startet neu. Unterhaltungen, Server und Einstellungen sind dann wie damals. Was Sie erlaubt hatten, gilt erst, wenn Sie es bestätigen.
backups-ask-kept = Die jetzige Datenbank bleibt daneben. Das Protokoll läuft weiter und verzeichnet, dass die Sicherung wiederhergestellt wurde.
backups-restore-now = Wiederherstellen und neu starten
data-delete-now = Alles löschen

## FoundModels
model-in-use = in Verwendung
use-model = Dieses Modell verwenden
found-empty = { $program } antwortet, hat aber noch kein Modell.
found-none = Kein Modell antwortet auf diesem Rechner: gesucht wurde nach Ollama, LM Studio und llama.cpp.
looking = Wird gesucht
look-again = Erneut suchen

## KeychainNotice
trying = Wird versucht
keychain-locked = Der Schlüsselbund ist gesperrt.
keychain-locked-hint = Schlüssel, Werte und Anmeldungen sind dort gespeichert. Versuchen Sie es erneut und entsperren Sie ihn, wenn Ihr System danach fragt.
keychain-none = Dieser Rechner hat keinen Schlüsselbund.
keychain-none-hint = Innkeeper hält Schlüssel, Werte und Anmeldungen im Arbeitsspeicher, bis Sie beenden. Um sie zu behalten, starten oder installieren Sie einen Schlüsselbund, etwa GNOME Keyring oder KWallet, und versuchen es erneut.
keychain-none-why = Was das System sagte
keychain-silent = Der Schlüsselbund antwortet nicht.
keychain-silent-hint = Schlüssel, Werte und Anmeldungen sind dort gespeichert. Nichts wird anderswo gespeichert. { $reason }

## Limits
compact-setting = Lange Unterhaltungen
compact-setting-switch = Ältere Nachrichten automatisch zusammenfassen
compact-setting-hint = Wenn die nächste Anfrage mehr als 80 % des Kontextfensters belegen würde, schreibt das Modell zuerst eine Zusammenfassung der älteren Nachrichten. Die Nachrichten bleiben erhalten.
limits-lead = Jede Wartezeit und jede Größe hat ein Limit. Die ersten vier gelten ab dem nächsten Start eines Servers; die Seite eines Servers kann eigene setzen.

## ModelNotes
notes-saved = Gespeichert.
notes-price-unit = $ je Million Tokens
notes-price-wrong = Eine Zahl von 0 bis { $most } oder leer.
notes-title = Ihre Angaben dazu
notes-hint = Ein Server, der Ihr Modell anfordert, kann sagen, was ihm wichtig ist. Innkeeper wählt anhand Ihrer Angaben unter Ihren Modellen; die Preise zeigen, was eine Anfrage kostet. Nichts davon wird gesendet.
notes-price-input = Preis der Eingabe
notes-price-output = Preis der Ausgabe
notes-save = Angaben speichern

## ProviderForm
provider-no-name = Geben Sie einen Namen ein.
provider-bad-address = Eine Adresse beginnt mit https:// oder, auf diesem Rechner, mit http://.
provider-change = { $name } ändern
provider-name = Name
provider-name-hint = in Ihrer Liste angezeigt
provider-wire = API
provider-openai = OpenAI Chat Completions
provider-anthropic = Anthropic Messages
provider-responses = OpenAI Responses
provider-address = Adresse
provider-base = die Basis-URL
provider-model-hint = leer: im nächsten Schritt aus der Liste des Endpunkts wählen
provider-list-models = Modelle des Endpunkts auflisten
provider-listed = Der Endpunkt bietet { $count ->
        [one] { $count } Modell
       *[other] { $count } Modelle
     } an: beim Tippen und in jedem Chat.
provider-key-hint = Geben Sie den Schlüssel im Freigabefenster ein. Eine geänderte Adresse verlangt ihn erneut.
provider-answer = Antworten Sie im Freigabefenster.
provider-answer-hint = Sie können das Modell verwenden, sobald Sie es dort bestätigt haben.
provider-change-confirm = Ändern und bestätigen
provider-add-confirm = Hinzufügen und bestätigen

## Providers
provider-key-kept = Schlüssel gespeichert
provider-key-unneeded = kein Schlüssel nötig
provider-no-key = kein Schlüssel
providers = Modelle
provider-no-ask = Werkzeugergebnisse gehen ohne Freigabe dorthin
provider-ask-again = Vor Werkzeugergebnissen wieder fragen
change = Ändern
provider-remove = { $name } und den Schlüssel entfernen
providers-none = Noch keine. Ohne Modell gibt es niemanden, mit dem Sie chatten können.

## Settings
settings = Einstellungen
settings-found = Auf diesem Rechner gefunden
tour = Rundgang
tour-hint = Ein Übungsmodell, ein Beispielserver und Ihre beiden Antworten im Protokoll.
tour-again = Rundgang erneut starten
tour-start = Rundgang starten

## ModelHelp
model-help-open = { $address } im Browser öffnen
model-help = Um eines zu bekommen, installieren Sie Ollama von { $address } und starten { $command }
copy-command = Befehl kopieren
