-- What a server asked for in the rounds of a call, before it answered: a list of number, kind and end.

ALTER TABLE calls ADD COLUMN rounds TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(rounds));

PRAGMA user_version = 56;
