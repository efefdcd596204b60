### Probeläufe im Terminalprogramm. Nur Rust verwendet sie.

terminal-trial-nothing = Er hat nichts gesucht, was ihm fehlt.
terminal-trial-times = { $times ->
    [one] { $what } (einmal)
   *[other] { $what } ({ $times }-mal)
 }
terminal-trial-read = { $path } lesen
terminal-trial-write = { $path } lesen und ändern
terminal-trial-host = { $host } erreichen
terminal-trial-program = { $path } ausführen
terminal-trial-run-in-home = Programme in seinem privaten Ordner ausführen
terminal-trial-notes = Auch dies hat er gesucht. Es wird nicht vorgeschlagen:
terminal-trial-more = Er hat mehr gesucht, als aufgeführt ist.
terminal-trial-allowed = Erlaubt: { $what }
