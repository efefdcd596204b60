# The sandbox of local servers: what it shows and refuses.
host-confinement-not-built = It could not be confined: { $reason }
host-confinement-not-built-hint = Innkeeper starts no server with a weaker sandbox than you accepted. Restart Innkeeper, then start the server again to review it.
