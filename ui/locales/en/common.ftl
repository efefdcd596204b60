## Numbers, days and lists
on-day = on { $day }
seconds-left = { $count ->
        [one] { $count } second left to answer
       *[other] { $count } seconds left to answer
    }
more-servers = { $count ->
        [one] { $count } more server
       *[other] { $count } more servers
    }
