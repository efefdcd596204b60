-- Seals over what users allowed each server: a number that only grows, the digest of the rows of a section, and a code over both
-- whose key is in the system's keychain.

CREATE TABLE seals (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    section   TEXT NOT NULL,
    number    INTEGER NOT NULL CHECK (number > 0),
    digest    TEXT NOT NULL,
    code      BLOB NOT NULL,
    PRIMARY KEY (server_id, section)
) STRICT;

PRAGMA user_version = 36;
