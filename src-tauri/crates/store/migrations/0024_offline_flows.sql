-- A pair of servers whose guard is off only while the second can send nothing of what it is given.

ALTER TABLE unguarded ADD COLUMN offline INTEGER NOT NULL DEFAULT 0 CHECK (offline IN (0, 1));

PRAGMA user_version = 24;
