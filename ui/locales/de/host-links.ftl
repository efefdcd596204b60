### Links that the desktop opens with Innkeeper. Only Rust uses these messages.

host-link-in-unknown = Eine Seite oder ein anderes Programm hat diesen Link geöffnet. Welche es war, kann Innkeeper nicht erkennen.
host-link-in-other = Der Link enthält nicht genau einen Server.
host-links-unsupported = Auf diesem System lassen sich Links nicht registrieren.
host-links-failed = Die Registrierung der Links ließ sich nicht lesen oder ändern: { $error }
