-- The tools of a server that the user switched off, by name.

ALTER TABLE servers ADD COLUMN tools_off TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tools_off));

PRAGMA user_version = 3;
