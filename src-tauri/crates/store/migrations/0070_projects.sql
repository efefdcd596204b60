-- Projects, and where a conversation is kept: in a project, at the top of the list, in the archive.

CREATE TABLE projects (
    id           TEXT PRIMARY KEY,
    name         TEXT NOT NULL,
    -- Words of the user that are sent with each message of its conversations.
    instructions TEXT NOT NULL DEFAULT '',
    -- What a new conversation of it begins with.
    servers_off  TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(servers_off)),
    provider_id  TEXT REFERENCES providers (id) ON DELETE SET NULL,
    model        TEXT,
    tuning       TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(tuning)),
    created_ms   INTEGER NOT NULL,
    archived_ms  INTEGER,
    deleted_ms   INTEGER
) STRICT;

ALTER TABLE conversations ADD COLUMN project_id TEXT REFERENCES projects (id) ON DELETE SET NULL;
ALTER TABLE conversations ADD COLUMN pinned_ms INTEGER;
ALTER TABLE conversations ADD COLUMN archived_ms INTEGER;
CREATE INDEX conversations_by_project ON conversations (project_id);

ALTER TABLE presets ADD COLUMN project_id TEXT REFERENCES projects (id) ON DELETE CASCADE;

PRAGMA user_version = 70;
