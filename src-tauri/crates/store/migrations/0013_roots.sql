-- Folders that were granted to one server: by their canonical path, with what the server is to do there, how it learns of
-- them, and which folder stood there when it was granted.

CREATE TABLE roots (
    server_id  TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    path       TEXT NOT NULL,
    name       TEXT NOT NULL,
    access     TEXT NOT NULL CHECK (access IN ('read', 'write')),
    pass       TEXT NOT NULL CHECK (json_valid(pass)),
    identity   TEXT,
    created_ms INTEGER NOT NULL,
    PRIMARY KEY (server_id, path)
) STRICT;

PRAGMA user_version = 13;
