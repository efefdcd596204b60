### Model endpoints, keys, the keychain and answers to approval requests, as the host describes them. Only Rust uses these messages.

## providers
host-endpoint-expired = Niemand hat rechtzeitig geantwortet, daher wird der Endpunkt nicht verwendet.
host-endpoint-unrecorded = Die Entscheidung konnte nicht protokolliert werden, daher wird der Endpunkt nicht verwendet.
host-endpoint-unattended = Niemand war da, um den Endpunkt freizugeben, daher wird er nicht verwendet.
host-endpoint-unconfirmed = Nichts wurde gesendet: Dieses Programm kann nicht erkennen, dass es den Endpunkt geschrieben hat, und niemand hat ihn freigegeben.
host-endpoint-denied = Der Endpunkt wurde nicht freigegeben.

## providers::text
host-endpoint-name-bad = Der Name muss 1 bis { $most } Zeichen haben, keines davon versteckt.
host-endpoint-model-bad = Der Name des Modells muss 1 bis { $most } Zeichen haben, keines davon versteckt.
host-endpoint-address-long = Die Adresse ist länger als { $most } Zeichen.
host-endpoint-address-bad = Das ist keine Adresse.
host-endpoint-address-example = Geben Sie eine Adresse ein, etwa http://127.0.0.1:11434/v1.
host-endpoint-address-parts = Die Adresse darf weder Benutzernamen noch Passwort oder Fragment enthalten.
host-endpoint-address-plain = Verwenden Sie eine https-Adresse. Unverschlüsseltes http ist nur für diesen Rechner und sein eigenes Netz erlaubt.
host-endpoint-none = Diesen Modellendpunkt gibt es nicht.
host-endpoint-none-hint = Fügen Sie in den Einstellungen einen hinzu.

## providers::models
host-endpoint-no-such-model = Dieser Endpunkt führt dieses Modell nicht auf.
host-endpoint-no-such-model-hint = Lassen Sie die Modelle des Endpunkts in den Einstellungen erneut auflisten.

## providers::keys
host-key-needed = Der Endpunkt verlangt einen Schlüssel, bevor er seine Modelle auflistet.
host-key-needed-hint = Geben Sie den Schlüssel ein und lassen Sie die Modelle erneut auflisten.
host-key-refused = Der Endpunkt hat diesen Schlüssel abgewiesen. Der Schlüssel wurde nicht gespeichert.
host-key-refused-hint = Prüfen Sie, ob Zeichen fehlen oder zu viel sind und ob der Schlüssel zu diesem Anbieter gehört.
host-key-untested = Der Schlüssel konnte nicht geprüft werden. { $reason }
host-models-unlisted = Die Modelle des Endpunkts konnten nicht aufgelistet werden. { $reason }

## providers::failure
host-model-connect = Keine Verbindung zum Modellendpunkt: { $reason }.
host-model-connect-hint = Prüfen Sie die Adresse und ob der Modellserver läuft.
host-model-proxy = Keine Verbindung zum Modellendpunkt: Der Proxy { $proxy } ist nicht verwendbar: { $reason }.
host-model-proxy-set = Keine Verbindung zum Modellendpunkt: Der Proxy { $proxy } (gesetzt durch { $variable }) ist nicht verwendbar: { $reason }.
host-model-proxy-hint = Prüfen Sie, ob der Proxy läuft und seine Adresse stimmt, oder fügen Sie diesen Host zu NO_PROXY hinzu, um ihn zu umgehen.
host-model-plain-port = Keine Verbindung zum Modellendpunkt: Sein Port spricht unverschlüsseltes HTTP, die Adresse beginnt aber mit https.
host-model-plain-port-hint = Ändern Sie die Adresse auf http oder verwenden Sie den Port, der https spricht.
host-model-tls-port = Keine Verbindung zum Modellendpunkt: Sein Port spricht TLS, die Adresse beginnt aber mit http.
host-model-tls-port-hint = Ändern Sie die Adresse auf https.
host-model-tls = Sichere Verbindungen lassen sich nicht einrichten: { $reason }.
host-model-tls-hint = Installieren Sie die Zertifizierungsstellen dieses Systems (ca-certificates).
host-model-status = Der Modellendpunkt hat mit { $status } geantwortet: { $message }.
host-model-moved-hint = Geben Sie die Adresse ein, zu der der Endpunkt umgezogen ist.
host-model-reported = Der Modellendpunkt meldet einen Fehler: { $message }.
host-model-closed = Der Modellendpunkt schloss die Verbindung ohne Antwort.
host-model-timeout = Der Modellendpunkt hat nicht rechtzeitig geantwortet.
host-model-timeout-hint = Versuchen Sie es erneut. Ein lokales Modell wird vielleicht noch geladen.
host-model-cut = Die Antwort brach vor ihrem Ende ab.
host-model-again-hint = Versuchen Sie es erneut.
host-model-malformed = Die Antwort ist fehlerhaft: { $what }.
host-model-malformed-hint = Versuchen Sie es erneut oder verwenden Sie ein anderes Modell.
host-model-too-large = Die Antwort ist zu groß: { $what } hat das Limit von { $limit } überschritten.
host-model-too-large-hint = Fordern Sie weniger auf einmal an.
host-model-key-elsewhere = Der Schlüssel gehört zu { $origin }, nicht zu diesem Endpunkt.
host-model-key-elsewhere-hint = Geben Sie den Schlüssel für diese Adresse erneut ein.
host-model-key-insecure = Ein Schlüssel wird nur über https oder an diesen Rechner gesendet.
host-model-key-insecure-hint = Verwenden Sie eine https-Adresse.
host-model-key-bad = Der Schlüssel enthält Zeichen, die nicht gesendet werden können.
host-model-key-bad-hint = Geben Sie den Schlüssel erneut ein.
host-model-header-bad = „{ $name }“ kann nicht als Kopfzeile gesendet werden.
host-model-header-bad-hint = Schreiben Sie jede Kopfzeile in eine eigene Zeile, etwa X-Team: 7. Host und Content-Length setzt die Verbindung selbst.
host-model-address = Die Adresse des Endpunkts ist nicht verwendbar: { $reason }.
host-model-address-hint = Prüfen Sie die Adresse, zum Beispiel http://127.0.0.1:11434/v1.
host-model-request = Die Anfrage kann nicht gesendet werden: { $reason }.
host-model-request-hint = Prüfen Sie die Werkzeuge der verwendeten Server.
host-model-auth-hint = Prüfen Sie den Schlüssel dieses Endpunkts.
host-model-not-found-hint = Prüfen Sie die Adresse und den Namen des Modells.
host-model-no-model-hint = Wählen Sie ein anderes Modell oder das Format, das dieses spricht.
host-model-rate-hint = Warten Sie oder prüfen Sie die Limits des Kontos.
host-model-credit-hint = Laden Sie das Guthaben des Kontos auf oder wählen Sie ein anderes Modell.
host-model-window-range = Das Kontextfenster eines Modells hat { $least } bis { $most } Tokens.
host-tuning-effort = Dieses Modell kennt diesen Denkaufwand nicht.
host-tuning-no-temperature = Dieses Modell nimmt keine Temperatur an.
host-tuning-temperature = Eine Temperatur liegt zwischen 0 und { $most }.
host-tuning-answer = Das Limit einer Antwort liegt bei diesem Modell zwischen { $least } und { $most } Tokens.
host-model-overloaded-hint = Versuchen Sie es etwas später erneut.
host-model-context-hint = Beginnen Sie eine neue Unterhaltung oder verwenden Sie ein Modell mit größerem Kontext.
host-model-filtered-hint = Ändern Sie die Nachricht: Ein Filter des Anbieters hat sie verweigert.
host-model-other-hint = Prüfen Sie das Modell und die Einstellungen des Endpunkts.

## answers
host-answer-model-missing = Wählen Sie zuerst ein Modell.
host-answer-not-editable = Diese Freigabeanfrage enthält nichts zum Bearbeiten.
host-answer-not-json = Die Argumente können nicht gesendet werden: { $error }.
host-answer-misfit = Die Argumente passen nicht zum Schema des Werkzeugs: { $problems }.
host-answer-no-value = { $name } hat noch keinen Wert.
host-answer-no-client = Geben Sie eine Client-ID ein.
host-answer-bad-value = Ein Wert darf höchstens { $most } KiB und kein NUL-Zeichen haben.
host-answer-no-models = Der Endpunkt führt keine Modelle auf.
host-answer-no-models-hint = Geben Sie den Namen des Modells so ein, wie der Endpunkt ihn kennt.
host-answer-not-endpoint = Diese Freigabeanfrage betrifft keinen Endpunkt.
host-answer-gone = Diese Freigabe ist nicht mehr offen, daher hat die Antwort keine Wirkung.
host-answer-other-revision = Die Freigabeanfrage hat sich seit der Anzeige geändert, daher hat die Antwort keine Wirkung.
host-answer-not-armed = Die Freigabeanfrage war nicht lange genug zu sehen, um gelesen zu werden, daher hat die Antwort keine Wirkung.
host-answer-once-only = Das kann nur einmalig erlaubt werden.
host-answer-no-trust = Diesem Server beim Lesen zu vertrauen, steht hier nicht zur Wahl.
host-answer-rule = Eine Regel lehnt den bearbeiteten Aufruf ab.
host-answer-not-filled = Das Formular ist nicht ausgefüllt.
host-answer-not-typed = Tippen Sie zuerst den Namen des Ordners.
host-answer-other-calls = Diese Aufrufe gehören nicht zu dieser Freigabeanfrage.

## The keychain
host-keychain-locked = Der Schlüsselbund ist gesperrt.
host-keychain-timeout = Der Schlüsselbund hat nicht geantwortet.
host-keychain-timeout-hint = Suchen Sie seinen Dialog zum Entsperren und versuchen Sie es erneut.
host-keychain-busy = Zu viele Anfragen warten auf den Schlüsselbund.
host-keychain-busy-hint = Versuchen Sie es erneut.
host-keychain-damaged = Das gespeicherte Geheimnis ist beschädigt.
host-keychain-damaged-hint = Geben Sie es erneut ein.
host-keychain-failed = Der Schlüsselbund konnte nicht verwendet werden: { $error }.
host-keychain-hint = Entsperren Sie ihn und versuchen Sie es erneut.
