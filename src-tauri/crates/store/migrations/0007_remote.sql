-- Servers at a URL: where they are, the names of the headers that go with every request (values are in the keychain), and
-- what carried the messages the last time. A server with a URL has no command.

ALTER TABLE servers ADD COLUMN url TEXT;
ALTER TABLE servers ADD COLUMN headers TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(headers));
ALTER TABLE servers ADD COLUMN wire TEXT;

PRAGMA user_version = 7;
