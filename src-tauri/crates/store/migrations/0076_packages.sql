-- The package that was installed for a server: JSON. Its digests are part of the launch that was accepted.

ALTER TABLE servers ADD COLUMN package TEXT CHECK (package IS NULL OR json_valid(package));

PRAGMA user_version = 76;
