## Zahlen, Tage und Listen
on-day = am { $day }
seconds-left = { $count ->
        [one] Noch { $count } Sekunde für die Antwort
       *[other] Noch { $count } Sekunden für die Antwort
    }
more-servers = { $count ->
        [one] { $count } weiterer Server
       *[other] { $count } weitere Server
    }
