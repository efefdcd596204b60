-- Calls that their servers answered with a task (extension io.modelcontextprotocol/tasks). The call runs until the task ends, also while this
-- program does not: then its result is fetched. `task` is the server's identifier, `answered` the names of what it was given already.

CREATE TABLE tasks (
    call_id  TEXT PRIMARY KEY REFERENCES calls (id) ON DELETE CASCADE,
    task     TEXT NOT NULL,
    begun_ms INTEGER NOT NULL,
    waits    INTEGER NOT NULL DEFAULT 0 CHECK (waits IN (0, 1)),
    message  TEXT,
    answered TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(answered))
) STRICT;

PRAGMA user_version = 50;
