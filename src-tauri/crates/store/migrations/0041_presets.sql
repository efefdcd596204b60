-- Texts of the user, to insert into messages.

CREATE TABLE presets (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL UNIQUE COLLATE NOCASE,
    text       TEXT NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;

PRAGMA user_version = 41;
