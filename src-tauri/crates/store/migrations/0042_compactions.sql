-- Summaries in place of earlier messages. The messages stay; a summary counts on every branch that has the message that it ends with, until it is undone. Of several,
-- the newest counts.

CREATE TABLE compactions (
    id              INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    up_to           TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    summary         TEXT NOT NULL,
    model           TEXT NOT NULL,
    automatic       INTEGER NOT NULL CHECK (automatic IN (0, 1)),
    label           TEXT NOT NULL CHECK (json_valid(label)),
    request_id      INTEGER REFERENCES requests (id) ON DELETE SET NULL,
    created_ms      INTEGER NOT NULL,
    edited_ms       INTEGER,
    undone_ms       INTEGER
) STRICT;
CREATE INDEX compactions_by_conversation ON compactions (conversation_id, id);
CREATE INDEX compactions_by_message ON compactions (up_to);
CREATE INDEX compactions_by_request ON compactions (request_id);

-- What a request asked for: a reply, or a summary of the messages up to its message.
ALTER TABLE requests ADD COLUMN purpose TEXT NOT NULL DEFAULT 'reply' CHECK (purpose IN ('reply', 'summary'));

PRAGMA user_version = 42;
