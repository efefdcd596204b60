-- What the user chose about the sandbox of a local server; nothing chosen: what fits its command.

ALTER TABLE servers ADD COLUMN confinement TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(confinement));

PRAGMA user_version = 21;
