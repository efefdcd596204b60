-- Servers, model endpoints, settings, conversations and calls. All times are milliseconds since the Unix epoch.

CREATE TABLE settings (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL CHECK (json_valid(value))
) STRICT;

-- `env` holds names and sources only; the values live in the keychain.
CREATE TABLE servers (
    id            TEXT PRIMARY KEY,
    name          TEXT NOT NULL,
    name_key      TEXT NOT NULL UNIQUE,
    position      INTEGER NOT NULL,
    fob           INTEGER NOT NULL UNIQUE,
    enabled       INTEGER NOT NULL,
    command       TEXT NOT NULL,
    args          TEXT NOT NULL CHECK (json_valid(args)),
    cwd           TEXT,
    env           TEXT NOT NULL CHECK (json_valid(env)),
    launch_grant  TEXT,
    last_revision TEXT,
    created_ms    INTEGER NOT NULL
) STRICT;

CREATE TABLE providers (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    wire       TEXT NOT NULL,
    base_url   TEXT NOT NULL,
    model      TEXT NOT NULL,
    has_key    INTEGER NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE conversations (
    id          TEXT PRIMARY KEY,
    title       TEXT NOT NULL,
    created_ms  INTEGER NOT NULL,
    updated_ms  INTEGER NOT NULL,
    head_id     TEXT,
    provider_id TEXT REFERENCES providers (id) ON DELETE SET NULL,
    model       TEXT,
    deleted_ms  INTEGER,
    FOREIGN KEY (id, head_id) REFERENCES messages (conversation_id, id) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX conversations_by_update ON conversations (updated_ms DESC) WHERE deleted_ms IS NULL;
CREATE INDEX conversations_by_provider ON conversations (provider_id);

-- A tree. A parent is in the same conversation. No cascade along `parent_id`: a long chain would exceed SQLite's
-- limit on nested triggers.
CREATE TABLE messages (
    id              TEXT PRIMARY KEY,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) DEFERRABLE INITIALLY DEFERRED,
    parent_id       TEXT,
    role            TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
    model           TEXT,
    status          TEXT NOT NULL CHECK (status IN ('complete', 'streaming', 'stopped', 'failed')),
    error           TEXT,
    usage_in        INTEGER,
    usage_out       INTEGER,
    created_ms      INTEGER NOT NULL,
    UNIQUE (conversation_id, id),
    FOREIGN KEY (conversation_id, parent_id) REFERENCES messages (conversation_id, id) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE INDEX messages_by_parent ON messages (conversation_id, parent_id);
CREATE INDEX messages_streaming ON messages (id) WHERE status = 'streaming';

-- `origin` is set by the host and can never be added later.
CREATE TABLE parts (
    id         INTEGER PRIMARY KEY,
    message_id TEXT NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    ordinal    INTEGER NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('text', 'reasoning', 'image', 'call', 'notice', 'opaque')),
    body       TEXT NOT NULL,
    origin     TEXT NOT NULL CHECK (json_valid(origin)),
    UNIQUE (message_id, ordinal)
) STRICT;

-- A call outlives its server's removal: it keeps the server's name as it was.
CREATE TABLE calls (
    id               TEXT PRIMARY KEY,
    conversation_id  TEXT REFERENCES conversations (id) ON DELETE CASCADE,
    message_id       TEXT REFERENCES messages (id) ON DELETE CASCADE,
    server_id        TEXT,
    server_name      TEXT NOT NULL,
    tool             TEXT NOT NULL,
    alias            TEXT NOT NULL,
    provider_call_id TEXT NOT NULL,
    definition       TEXT,
    launch           TEXT,
    arguments        TEXT NOT NULL,
    edited           INTEGER NOT NULL,
    state            TEXT NOT NULL
        CHECK (state IN ('waiting', 'running', 'done', 'denied', 'failed', 'cancelled', 'unknown')),
    decided_by       TEXT,
    reason           TEXT,
    result           TEXT,
    created_ms       INTEGER NOT NULL,
    sent_ms          INTEGER,
    ended_ms         INTEGER
) STRICT;
CREATE INDEX calls_by_conversation ON calls (conversation_id, created_ms);
CREATE INDEX calls_by_message ON calls (message_id);
CREATE INDEX calls_open ON calls (id) WHERE state IN ('waiting', 'running');

PRAGMA user_version = 1;
