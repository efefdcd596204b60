-- Files and resources that the user attached. The content is what the reader made of it, stored once for equal contents: one text, or other parts as the host writes them.
-- An attachment without a conversation waits in the composer of a new one.

CREATE TABLE attachment_contents (
    digest TEXT PRIMARY KEY,
    bytes  INTEGER NOT NULL,
    text   TEXT,
    media  TEXT CHECK (json_valid(media)),
    CHECK ((text IS NULL) <> (media IS NULL))
) STRICT;

CREATE TABLE attachments (
    id              TEXT PRIMARY KEY,
    conversation_id TEXT REFERENCES conversations (id) ON DELETE CASCADE,
    digest          TEXT NOT NULL REFERENCES attachment_contents (digest),
    name            TEXT NOT NULL,
    origin          TEXT NOT NULL CHECK (json_valid(origin)),
    launch          TEXT,
    facts           TEXT NOT NULL CHECK (json_valid(facts)),
    state           TEXT NOT NULL CHECK (state IN ('draft', 'sent', 'pinned', 'unpinned')),
    created_ms      INTEGER NOT NULL
) STRICT;
CREATE INDEX attachments_by_conversation ON attachments (conversation_id, state);
CREATE INDEX attachments_by_digest ON attachments (digest);

CREATE TABLE message_attachments (
    message_id    TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    ordinal       INTEGER NOT NULL,
    attachment_id TEXT NOT NULL REFERENCES attachments (id) ON DELETE CASCADE,
    PRIMARY KEY (message_id, ordinal)
) STRICT;
CREATE INDEX message_attachments_by_attachment ON message_attachments (attachment_id);

CREATE TRIGGER attachment_content_unused AFTER DELETE ON attachments
WHEN NOT EXISTS (SELECT 1 FROM attachments WHERE digest = old.digest)
BEGIN
    DELETE FROM attachment_contents WHERE digest = old.digest;
END;

PRAGMA user_version = 40;
