-- Rules that end, that hold for some arguments, and that were made together; servers whose data may be read without being asked
-- about; pairs whose guard is off. The last two hold for the launches they were said for.

ALTER TABLE rules ADD COLUMN until_ms INTEGER;
ALTER TABLE rules ADD COLUMN conditions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(conditions));
ALTER TABLE rules ADD COLUMN batch TEXT;

CREATE TABLE trusted (
    server_id  TEXT PRIMARY KEY REFERENCES servers (id) ON DELETE CASCADE,
    launch     TEXT NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE unguarded (
    from_server TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    from_launch TEXT NOT NULL,
    to_server   TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    to_launch   TEXT NOT NULL,
    created_ms  INTEGER NOT NULL,
    PRIMARY KEY (from_server, to_server)
) STRICT;
CREATE INDEX unguarded_by_to ON unguarded (to_server);

PRAGMA user_version = 11;
