### Was Anfragen an Modelle gebraucht haben. Das Fenster und das Terminalprogramm verwenden diese Meldungen.

usage = Verbrauch
usage-hint = Tokens, wie Ihre Endpunkte sie zählen. Die Kosten sind aus Listenpreisen oder Ihren eigenen geschätzt. Es gilt die Rechnung Ihres Anbieters.
usage-period = Zeitraum
usage-period-today = Heute
usage-period-days = { $count ->
    [one] { $count } Tag
   *[other] { $count } Tage
}
usage-period-all = Alles
usage-total = Summe
usage-by-day = Nach Tag
usage-by-model = Nach Modell
usage-by-project = Nach Projekt
usage-project = Projekt
usage-of-no-project = Kein Projekt
usage-by-conversation = Nach Unterhaltung
usage-none = Keine Anfrage an ein Modell in diesem Zeitraum.
usage-read = Gelesen
usage-written = Geschrieben
usage-cost = Kosten
usage-requests = { $count ->
    [one] { $count } Anfrage
   *[other] { $count } Anfragen
}
usage-day = Tag
usage-model = Modell
usage-conversation = Unterhaltung
usage-of-servers = Anfragen von Servern
usage-of-deleted = Gelöschte Unterhaltungen
usage-estimated = geschätzt
usage-estimated-hint = { $count ->
    [one] Die Tokens von { $count } Anfrage sind geschätzt, weil ihr Endpunkt sie nicht gezählt hat.
   *[other] Die Tokens von { $count } Anfragen sind geschätzt, weil ihre Endpunkte sie nicht gezählt haben.
}
usage-unpriced = { $count ->
    [one] { $count } Anfrage hat keinen bekannten Preis und ist nicht in den Kosten.
   *[other] { $count } Anfragen haben keinen bekannten Preis und sind nicht in den Kosten.
}
usage-prices-since = Listenpreise vom { $date } oder später.
usage-price-unknown = Preis unbekannt
usage-on-this-machine = auf diesem Rechner: kostenlos
usage-tokens = { $input } gelesen · { $output } geschrieben
usage-cached-of = davon { $tokens } aus dem Cache
usage-conversation-total = { $tokens } Tokens in dieser Unterhaltung
usage-open = Verbrauch und Kosten anzeigen
usage-prices-edit = Preise je Modell setzen Sie unter Modelle.

usage-under = unter { $amount }
usage-free = kostenlos
usage-total-tokens = { $tokens } Tokens
usage-show-all = Alle { $count } anzeigen
