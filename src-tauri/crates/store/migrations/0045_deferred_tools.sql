-- Whether an endpoint refused tools whose definitions are read only where results refer to them.

ALTER TABLE endpoint_limits ADD COLUMN no_deferred_tools INTEGER NOT NULL DEFAULT 0;

PRAGMA user_version = 45;
