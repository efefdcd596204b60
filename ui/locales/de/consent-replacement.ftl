consent-replacement-title = Ein anderes Programm tritt an die Stelle von „{ $server }“
consent-replacement-title-remote = „{ $server }“ würde sich mit { $origin } verbinden
consent-replacement-sub = Es erhält nur, was Sie unten ankreuzen. Alles andere wird entfernt.
consent-replacement-held = Was das alte Programm erhalten hat
consent-replacement-part = Was es erhalten hat
consent-replacement-tick = Kreuzen Sie einzeln an, was das neue Programm erhält.
consent-replacement-removed = In jedem Fall entfernt:
consent-replacement-none-ticked = Nichts wird übernommen
consent-replacement-ticked = { $ticked ->
    [one] { $ticked } von { $count } wird übernommen, der Rest wird entfernt
   *[other] { $ticked } von { $count } werden übernommen, der Rest wird entfernt
}
consent-replacement-about = · ein anderes Programm ersetzt einen Ihrer Server
consent-replacement-allow = Programm ersetzen
consent-replacement-deny = Altes Programm behalten
