-- The bundle that a server is started from: JSON. Its digests are part of the launch that was accepted.

ALTER TABLE servers ADD COLUMN bundle TEXT CHECK (bundle IS NULL OR json_valid(bundle));

PRAGMA user_version = 80;
