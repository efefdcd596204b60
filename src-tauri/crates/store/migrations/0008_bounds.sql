-- Bounds of one server's connection other than those of all servers, by their key.

ALTER TABLE servers ADD COLUMN bounds TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(bounds));

PRAGMA user_version = 8;
