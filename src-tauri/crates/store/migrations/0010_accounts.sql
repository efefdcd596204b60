-- Whether the keychain may hold an account of a server: its tokens, and how this program is known where they are from. What is
-- in it is in the keychain alone.

ALTER TABLE servers ADD COLUMN account INTEGER NOT NULL DEFAULT 0 CHECK (account IN (0, 1));

PRAGMA user_version = 10;
