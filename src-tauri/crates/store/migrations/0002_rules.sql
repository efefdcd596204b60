-- What the user decided to last: rules, tiers, and answers to flow questions.

-- A rule without a tool covers its whole server. Text that does not parse is the policy's to refuse.
CREATE TABLE rules (
    id              TEXT PRIMARY KEY,
    effect          TEXT NOT NULL CHECK (effect IN ('deny', 'ask', 'allow')),
    server_id       TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    tool            TEXT,
    definition      TEXT,
    launch          TEXT,
    conversation_id TEXT REFERENCES conversations (id) ON DELETE CASCADE,
    origin          TEXT NOT NULL,
    created_ms      INTEGER NOT NULL,
    revoked_ms      INTEGER,
    use_count       INTEGER NOT NULL DEFAULT 0,
    last_used_ms    INTEGER
) STRICT;
CREATE INDEX rules_by_server ON rules (server_id);
CREATE INDEX rules_by_conversation ON rules (conversation_id);

-- "Data of A may reach B", said for one conversation.
CREATE TABLE flow_answers (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    from_server     TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    to_server       TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    created_ms      INTEGER NOT NULL,
    PRIMARY KEY (conversation_id, from_server, to_server)
) STRICT;
CREATE INDEX flow_answers_by_from ON flow_answers (from_server);
CREATE INDEX flow_answers_by_to ON flow_answers (to_server);

-- The tier the user gave a tool, for one definition of it.
CREATE TABLE tool_tiers (
    server_id  TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    tool       TEXT NOT NULL,
    definition TEXT NOT NULL,
    tier       INTEGER NOT NULL CHECK (tier BETWEEN 0 AND 4),
    created_ms INTEGER NOT NULL,
    PRIMARY KEY (server_id, tool, definition)
) STRICT;

PRAGMA user_version = 2;
