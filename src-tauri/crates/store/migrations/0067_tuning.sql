-- How the model of a conversation is to answer, where the user chose so.

ALTER TABLE conversations ADD COLUMN tuning TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(tuning));

PRAGMA user_version = 67;
