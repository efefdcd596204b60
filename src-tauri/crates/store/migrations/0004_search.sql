-- The words of messages, for searching. Text that still streams is taken in when its message ends.

CREATE VIRTUAL TABLE search USING fts5 (body, tokenize = 'unicode61 remove_diacritics 2');
INSERT INTO search (search, rank) VALUES ('secure-delete', 1);

INSERT INTO search (rowid, body)
SELECT parts.id, parts.body FROM parts JOIN messages ON messages.id = parts.message_id
WHERE parts.kind = 'text' AND messages.status <> 'streaming';

CREATE TRIGGER search_part_added AFTER INSERT ON parts
WHEN new.kind = 'text' AND (SELECT status FROM messages WHERE id = new.message_id) <> 'streaming'
BEGIN
    INSERT INTO search (rowid, body) VALUES (new.id, new.body);
END;

CREATE TRIGGER search_message_ended AFTER UPDATE OF status ON messages
WHEN old.status = 'streaming' AND new.status <> 'streaming'
BEGIN
    INSERT INTO search (rowid, body) SELECT id, body FROM parts WHERE message_id = new.id AND kind = 'text';
END;

CREATE TRIGGER search_part_removed AFTER DELETE ON parts
WHEN old.kind = 'text'
BEGIN
    DELETE FROM search WHERE rowid = old.id;
END;

PRAGMA user_version = 4;
