-- The account of each request to a model. Its parts are in chunks, which requests of a conversation share while they repeat each other. Contents are referred to by
-- message and call; a chunk holds only what is stored nowhere else: the host's text and the tool definitions as they were sent.

CREATE TABLE requests (
    id              INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    message_id      TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    model           TEXT NOT NULL,
    facts           TEXT CHECK (json_valid(facts)),
    label           TEXT NOT NULL CHECK (json_valid(label)),
    parts           INTEGER NOT NULL,
    tokens          INTEGER NOT NULL,
    input_tokens    INTEGER,
    output_tokens   INTEGER,
    cached_tokens   INTEGER,
    created_ms      INTEGER NOT NULL
) STRICT;
CREATE INDEX requests_by_conversation ON requests (conversation_id, id);
CREATE INDEX requests_by_message ON requests (message_id);

CREATE TABLE request_chunks (
    id              INTEGER PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    digest          TEXT NOT NULL,
    body            TEXT NOT NULL CHECK (json_valid(body)),
    UNIQUE (conversation_id, digest)
) STRICT;

CREATE TABLE request_lists (
    request_id INTEGER NOT NULL REFERENCES requests (id) ON DELETE CASCADE,
    ordinal    INTEGER NOT NULL,
    chunk_id   INTEGER NOT NULL REFERENCES request_chunks (id) ON DELETE CASCADE,
    PRIMARY KEY (request_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX request_lists_by_chunk ON request_lists (chunk_id);

PRAGMA user_version = 30;
