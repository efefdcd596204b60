-- Folders that are granted to be written to under review.

CREATE TABLE roots_new (
    server_id  TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    path       TEXT NOT NULL,
    name       TEXT NOT NULL,
    access     TEXT NOT NULL CHECK (access IN ('read', 'staged', 'write')),
    pass       TEXT NOT NULL CHECK (json_valid(pass)),
    identity   TEXT,
    created_ms INTEGER NOT NULL,
    PRIMARY KEY (server_id, path)
) STRICT;

INSERT INTO roots_new (server_id, path, name, access, pass, identity, created_ms)
SELECT server_id, path, name, access, pass, identity, created_ms FROM roots;

DROP TABLE roots;
ALTER TABLE roots_new RENAME TO roots;

PRAGMA user_version = 72;
