consent-replacement-title = Another program takes the place of “{ $server }”
consent-replacement-title-remote = “{ $server }” would connect to { $origin }
consent-replacement-sub = It gets only what you tick below. Everything else is removed.
consent-replacement-held = What the old program was given
consent-replacement-part = What it was given
consent-replacement-tick = Tick what the new program gets, one by one.
consent-replacement-removed = Removed in any case:
consent-replacement-none-ticked = Nothing is carried over
consent-replacement-ticked = { $ticked ->
    [one] { $ticked } of { $count } is carried over, the rest is removed
   *[other] { $ticked } of { $count } are carried over, the rest is removed
}
consent-replacement-about = · another program would take the place of a server that you use
consent-replacement-allow = Replace the program
consent-replacement-deny = Keep the old program
