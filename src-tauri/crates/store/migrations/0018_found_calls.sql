-- Arguments and results of tool calls, for searching; and the model endpoints' whole lists.

-- The words of a call: the values of its arguments, and what its server returned as text. Names of fields, claimed types and
-- encoded bytes are left out. At most 256 Ki characters of each call.
CREATE VIEW call_words (call_id, message_id, body) AS
SELECT
    id,
    message_id,
    substr(
        CASE WHEN json_valid(arguments) THEN coalesce(
            (SELECT group_concat(atom, char(10)) FROM json_tree(arguments)
             WHERE type IN ('text', 'integer', 'real')), '')
        ELSE arguments END
        || char(10) || coalesce(
            (SELECT group_concat(coalesce(value ->> '$.text', '') || char(10) || coalesce(value ->> '$.uri', ''), char(10))
             FROM json_each(result, '$.content')), '')
        || char(10) || CASE WHEN json_valid(result ->> '$.structured') THEN coalesce(
            (SELECT group_concat(atom, char(10)) FROM json_tree(result ->> '$.structured')
             WHERE type IN ('text', 'integer', 'real')), '')
        ELSE '' END,
        1, 262144)
FROM calls;

INSERT INTO search (rowid, body)
SELECT parts.id, call_words.body FROM parts JOIN call_words ON call_words.call_id = parts.body
WHERE parts.kind = 'call';

CREATE TRIGGER search_call_part_added AFTER INSERT ON parts
WHEN new.kind = 'call'
BEGIN
    INSERT INTO search (rowid, body) SELECT new.id, body FROM call_words WHERE call_id = new.body;
END;

CREATE TRIGGER search_call_added AFTER INSERT ON calls
WHEN new.message_id IS NOT NULL
BEGIN
    INSERT INTO search (rowid, body)
    SELECT parts.id, call_words.body FROM parts JOIN call_words ON call_words.call_id = parts.body
    WHERE parts.message_id = new.message_id AND parts.kind = 'call' AND parts.body = new.id;
END;

CREATE TRIGGER search_call_changed AFTER UPDATE OF arguments, result ON calls
WHEN new.message_id IS NOT NULL AND (new.arguments IS NOT old.arguments OR new.result IS NOT old.result)
BEGIN
    DELETE FROM search WHERE rowid IN
        (SELECT id FROM parts WHERE message_id = new.message_id AND kind = 'call' AND body = new.id);
    INSERT INTO search (rowid, body)
    SELECT parts.id, call_words.body FROM parts JOIN call_words ON call_words.call_id = parts.body
    WHERE parts.message_id = new.message_id AND parts.kind = 'call' AND parts.body = new.id;
END;

DROP TRIGGER search_part_removed;
CREATE TRIGGER search_part_removed AFTER DELETE ON parts
WHEN old.kind IN ('text', 'call')
BEGIN
    DELETE FROM search WHERE rowid = old.id;
END;

-- Every model of an endpoint, as it listed them when it was accepted; the one in `model` is used unless a conversation says
-- otherwise.
ALTER TABLE providers ADD COLUMN models TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(models));

-- What kind of failure `error` is, for what a window offers to do about it.
ALTER TABLE messages ADD COLUMN failure TEXT CHECK (failure IN ('key'));

PRAGMA user_version = 18;
