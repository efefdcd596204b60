-- Servers whose data another server may hold: their results were in a conversation when it was called there.

CREATE TABLE carried (
    server_id   TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    from_server TEXT NOT NULL,
    created_ms  INTEGER NOT NULL,
    PRIMARY KEY (server_id, from_server)
) STRICT;

INSERT INTO carried (server_id, from_server, created_ms)
SELECT own.server_id, other.server_id, MIN(own.sent_ms)
FROM calls AS own
JOIN calls AS other ON other.conversation_id = own.conversation_id
WHERE own.server_id IN (SELECT id FROM servers)
  AND own.sent_ms IS NOT NULL
  AND other.server_id <> own.server_id
  AND other.sent_ms IS NOT NULL
  AND other.ended_ms <= own.sent_ms
GROUP BY own.server_id, other.server_id;

PRAGMA user_version = 25;
