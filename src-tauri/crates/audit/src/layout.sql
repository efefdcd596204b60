-- The audit record, version 1. `content` and `salt` may become NULL; nothing else ever changes.
CREATE TABLE record (
    seq            INTEGER PRIMARY KEY,
    at_ms          INTEGER NOT NULL,
    kind           TEXT NOT NULL,
    server         TEXT,
    conversation   TEXT,
    call           TEXT,
    subject        TEXT NOT NULL,
    decision       TEXT,
    detail         TEXT NOT NULL,
    content_digest BLOB,
    salt           BLOB,
    content        TEXT,
    prev           BLOB NOT NULL,
    hash           BLOB NOT NULL
) STRICT;
CREATE INDEX record_by_server ON record (server, seq);
CREATE INDEX record_by_conversation ON record (conversation, seq);
PRAGMA user_version = 1;
