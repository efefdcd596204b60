-- The tools that count as reading because the user trusts their server's reading: a JSON array of the digests of their
-- definitions. Trust that was given before counts for none.

ALTER TABLE trusted ADD COLUMN reading TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(reading));

PRAGMA user_version = 15;
