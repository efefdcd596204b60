-- Hosts that the user allowed a confined server to reach, each on one port, in their one spelling.

CREATE TABLE reach (
    server_id  TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    host       TEXT NOT NULL,
    port       INTEGER NOT NULL CHECK (port BETWEEN 1 AND 65535),
    created_ms INTEGER NOT NULL,
    PRIMARY KEY (server_id, host, port)
) STRICT;

PRAGMA user_version = 22;
