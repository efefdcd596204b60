-- What was accepted of a server, to notice and to show what changed since: its tools' definitions and its instructions as
-- they came, and its launch in words (no value of a variable or a header is among them).

CREATE TABLE pins (
    server_id   TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    kind        TEXT NOT NULL CHECK (kind IN ('tool', 'instructions')),
    name        TEXT NOT NULL,
    digest      TEXT NOT NULL,
    raw         TEXT NOT NULL,
    accepted_ms INTEGER NOT NULL,
    PRIMARY KEY (server_id, kind, name)
) STRICT;

CREATE TABLE accepted_launches (
    server_id   TEXT PRIMARY KEY REFERENCES servers (id) ON DELETE CASCADE,
    digest      TEXT NOT NULL,
    facts       TEXT NOT NULL CHECK (json_valid(facts)),
    accepted_ms INTEGER NOT NULL
) STRICT;

-- How often a tool was called, for the question about its change.
CREATE INDEX calls_by_tool ON calls (server_id, tool);

PRAGMA user_version = 12;
