### Probeläufe von Servern.

trial-title = Probelauf
trial-about = Der Server startet mit dem, was er jetzt hat. Alles andere wird verweigert und hier aufgeführt, und Sie wählen, was er bekommt.
trial-on = Der Probelauf begann um { $since }. Verwenden Sie die Werkzeuge des Servers. Was er sucht und nicht bekommt, steht dann hier.
trial-begin = Probelauf starten
trial-again = Noch einen Probelauf starten
trial-end = Probelauf beenden
trial-proposals = { $count ->
    [one] Das hat er gesucht. Haken Sie an, was er bekommen darf.
   *[other] Diese { $count } Dinge hat er gesucht. Haken Sie an, was er bekommen darf.
 }
trial-read = { $path } lesen
trial-write = { $path } lesen und ändern
trial-host = { $host } erreichen
trial-program = { $path } ausführen
trial-run-in-home = Programme in seinem privaten Ordner ausführen
trial-times = { $count ->
    [one] einmal
   *[other] { $count }-mal
 }
trial-examples = Was er dort gesucht hat
trial-nothing-yet = Er hat bisher nichts gesucht, was ihm fehlt.
trial-nothing = Er hat nichts gesucht, was ihm fehlt.
trial-notes = { $count ->
    [one] Noch etwas, das nicht vorgeschlagen wird
   *[other] { $count } weitere Dinge, die nicht vorgeschlagen werden
 }
trial-more = Er hat mehr gesucht, als aufgeführt ist.
trial-allow = { $count ->
    [0] Prüfen und erlauben
    [one] { $count } prüfen und erlauben
   *[other] { $count } prüfen und erlauben
 }
trial-failed = Dadurch wurde nichts erlaubt.
