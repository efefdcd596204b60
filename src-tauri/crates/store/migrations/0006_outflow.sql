-- "What tools gave may go to a model that is not on this machine": said for one conversation, or for an endpoint as long as
-- it is at this origin.

CREATE TABLE outflow_answers (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    origin          TEXT NOT NULL,
    created_ms      INTEGER NOT NULL,
    PRIMARY KEY (conversation_id, origin)
) STRICT;

CREATE TABLE outflow_grants (
    provider_id TEXT NOT NULL REFERENCES providers (id) ON DELETE CASCADE,
    origin      TEXT NOT NULL,
    created_ms  INTEGER NOT NULL,
    PRIMARY KEY (provider_id, origin)
) STRICT;

PRAGMA user_version = 6;
