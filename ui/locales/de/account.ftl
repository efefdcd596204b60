## Account
account-in-at = Angemeldet bei { $place }.
account-in = Angemeldet.
account-since = Seit { $time }.
account-out-hint-at = Das Abmelden löscht die Tokens hier, teilt es { $place } nach Möglichkeit mit und beendet die Verbindung.
account-out-hint = Das Abmelden löscht die Tokens hier, teilt es dem Anmeldedienst nach Möglichkeit mit und beendet die Verbindung.

## account
account-ended = abgelaufen, { $time }

## Account
account-never = { $server } hat keine Anmeldung verlangt. Viele Server brauchen keine.
account-nothing = Nichts davon ist gespeichert. { $server } verlangt bei Bedarf erneut eine Anmeldung.
account-told = Innkeeper hat die Tokens hier gelöscht und es dem Anmeldedienst mitgeteilt.
account-untold = Innkeeper hat die Tokens hier gelöscht. Dem Anmeldedienst ließ es sich nicht mitteilen: Dort laufen sie ab.
account-register = Er verlangt eine manuelle Client-Registrierung: Registrieren Sie Innkeeper unter { $place } und geben Sie den erhaltenen Client ein.
account-enter-client = Client eingeben
account-needed = { $server } verlangt eine Anmeldung.
account-again = Erneut anmelden
account-out = Abmelden
account-more = Er hat mehr Berechtigungen verlangt.
account-more-hint = Nicht erteilt: Aufrufe, die sie brauchen, schlagen bis dahin fehl.
account-more-review = Prüfen und anmelden
account-title = Anmeldung
account-at = Angemeldet bei
account-may = Berechtigungen
account-no-scopes = vom Server bestimmt: keine Scopes benannt
account-ends = Läuft ab
account-kept = Gespeichert in
account-bound = Gebunden an
account-bound-key = Einen Schlüssel dieses Rechners (DPoP). Ein kopiertes Token ist ohne ihn wertlos.
account-signed-out = Sie sind abgemeldet
account-nobody = Niemand ist angemeldet

## SignInStep
sign-in-preparing = Anmeldung läuft.
sign-in-asking = Eine Freigabe wartet auf Sie.
sign-in-browser = Warten auf Ihren Browser.
sign-in-no-browser = Kein Browser ließ sich öffnen.
sign-in-until = Endet in { $time }
sign-in-elsewhere = Ist Ihr Browser auf einem anderen Rechner?
sign-in-open-there = Öffnen Sie diese Adresse dort. Sie gilt einmal, für diese Anmeldung.
sign-in-address = Adresse
sign-in-paste = Melden Sie sich dort an. Die letzte Seite lädt nicht. Fügen Sie ihre Adresse hier ein.
sign-in-last = Adresse der letzten Seite
sign-in-not-callback = Das ist nicht die Callback-URL. Sie muss mit http://127.0.0.1 beginnen und „state=“ enthalten.
sign-in-use = Diese Adresse verwenden
sign-in-still = Innkeeper wartet weiterhin auf Ihren Browser.

## account
account-end-renews = nicht angegeben; wird automatisch erneuert
account-end-past-renews = { $time }; wird bei Verwendung automatisch erneuert
account-end-before = { $time }, wird vorher automatisch erneuert
account-end-again = { $time }; dann melden Sie sich erneut an
account-kept-keychain = Im Schlüsselbund dieses Rechners. Die Tokens gehen nur an diesen Server.
account-kept-memory = Im Arbeitsspeicher, bis Sie beenden. Die Tokens gehen nur an diesen Server.
account-step-preparing = Innkeeper sucht den Anmeldedienst. Nichts wurde geöffnet.
account-step-asking = Prüfen Sie es zuerst im Freigabefenster. Nichts wurde geöffnet.
account-step-browser = Melden Sie sich dort an und kommen Sie zurück.
account-step-address = Öffnen Sie die Adresse unten in einem Browser.
account-step-connecting = Innkeeper verbindet sich erneut mit dem Server.
