# Die Sandbox lokaler Server: was sie zeigt und verweigert.
host-confinement-not-built = Seine Sandbox konnte nicht gebaut werden: { $reason }
host-confinement-not-built-hint = Innkeeper startet keinen Server mit einer schwächeren Sandbox als der, die Sie angenommen haben. Starten Sie Innkeeper neu und dann den Server, um ihn zu prüfen.
