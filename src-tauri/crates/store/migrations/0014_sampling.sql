-- What servers asked of the user's models, how much they may, and what the user noted of each model.

CREATE TABLE sampling_limits (
    server_id TEXT PRIMARY KEY REFERENCES servers (id) ON DELETE CASCADE,
    review    INTEGER NOT NULL DEFAULT 1 CHECK (review IN (0, 1)),
    minute    INTEGER NOT NULL CHECK (minute BETWEEN 1 AND 60),
    day       INTEGER NOT NULL CHECK (day BETWEEN 1000 AND 10000000)
) STRICT;

-- `tokens` is what counts for the day: what was estimated while it is under way, what was used after that.
CREATE TABLE samplings (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    server_id     TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    at_ms         INTEGER NOT NULL,
    day           TEXT NOT NULL,
    model         TEXT NOT NULL,
    origin        TEXT NOT NULL,
    state         TEXT NOT NULL CHECK (state IN
        ('asked', 'denied', 'withdrawn', 'expired', 'answered', 'kept_back', 'failed', 'over_budget')),
    edited        INTEGER NOT NULL DEFAULT 0 CHECK (edited IN (0, 1)),
    tokens        INTEGER NOT NULL,
    input_tokens  INTEGER,
    output_tokens INTEGER,
    cost          REAL,
    took_ms       INTEGER
) STRICT;
CREATE INDEX samplings_by_server ON samplings (server_id, id);

CREATE TABLE model_notes (
    provider_id  TEXT PRIMARY KEY REFERENCES providers (id) ON DELETE CASCADE,
    model        TEXT NOT NULL,
    cost         INTEGER NOT NULL CHECK (cost BETWEEN 0 AND 5),
    speed        INTEGER NOT NULL CHECK (speed BETWEEN 0 AND 5),
    intelligence INTEGER NOT NULL CHECK (intelligence BETWEEN 0 AND 5),
    input_price  REAL CHECK (input_price >= 0),
    output_price REAL CHECK (output_price >= 0)
) STRICT;

PRAGMA user_version = 14;
