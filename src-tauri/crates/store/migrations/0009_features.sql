-- What a server may ask for, off until the user switches it on: answers of the user's model, and something of the user's.

ALTER TABLE servers ADD COLUMN sampling INTEGER NOT NULL DEFAULT 0 CHECK (sampling IN (0, 1));
ALTER TABLE servers ADD COLUMN elicitation INTEGER NOT NULL DEFAULT 0 CHECK (elicitation IN (0, 1));

PRAGMA user_version = 9;
