-- What an endpoint was found to lack with a model, one row each. The endpoint that sent an answer: state of a provider goes back to it alone.

CREATE TABLE endpoint_lacks (
    provider_id TEXT NOT NULL REFERENCES providers (id) ON DELETE CASCADE,
    wire        TEXT NOT NULL,
    base_url    TEXT NOT NULL,
    model       TEXT NOT NULL,
    lack        TEXT NOT NULL CHECK (json_valid(lack)),
    learned_ms  INTEGER NOT NULL,
    PRIMARY KEY (provider_id, wire, base_url, model, lack)
) STRICT;

INSERT INTO endpoint_lacks (provider_id, wire, base_url, model, lack, learned_ms)
SELECT provider_id, wire, l.base_url, l.model, json_object('tools', tools), learned_ms
FROM endpoint_limits l JOIN providers p ON p.id = provider_id WHERE tools IS NOT NULL;

INSERT INTO endpoint_lacks (provider_id, wire, base_url, model, lack, learned_ms)
SELECT provider_id, wire, l.base_url, l.model, json_object('feature', 'tool_letters'), learned_ms
FROM endpoint_limits l JOIN providers p ON p.id = provider_id WHERE ascii_names;

INSERT INTO endpoint_lacks (provider_id, wire, base_url, model, lack, learned_ms)
SELECT provider_id, wire, l.base_url, l.model, json_object('feature', 'deferred_tools'), learned_ms
FROM endpoint_limits l JOIN providers p ON p.id = provider_id WHERE no_deferred_tools;

DROP TABLE endpoint_limits;

ALTER TABLE messages ADD COLUMN endpoint TEXT;

-- The arguments of a call as the model wrote them, where other bytes were sent to the server.
ALTER TABLE calls ADD COLUMN written TEXT;

PRAGMA user_version = 85;
