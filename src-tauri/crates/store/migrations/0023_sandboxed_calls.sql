-- What of its server's sandbox stopped a call, and what to do about it.

ALTER TABLE calls ADD COLUMN sandboxed TEXT;

PRAGMA user_version = 23;
