-- A removed server can be brought back until it is purged: its row stays, without its name. Which servers are off in a
-- conversation, by identifier: one that is added later is on.

ALTER TABLE servers ADD COLUMN removed_ms INTEGER;
ALTER TABLE conversations ADD COLUMN servers_off TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(servers_off));

PRAGMA user_version = 5;
