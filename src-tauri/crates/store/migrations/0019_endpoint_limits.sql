-- What model endpoints were found to take, by their refusals. It holds for the address and model it was learned with.

CREATE TABLE endpoint_limits (
    provider_id TEXT PRIMARY KEY REFERENCES providers (id) ON DELETE CASCADE,
    base_url    TEXT NOT NULL,
    model       TEXT NOT NULL,
    tools       INTEGER CHECK (tools BETWEEN 0 AND 10000),
    ascii_names INTEGER NOT NULL DEFAULT 0 CHECK (ascii_names IN (0, 1)),
    learned_ms  INTEGER NOT NULL
) STRICT;

PRAGMA user_version = 19;
