-- What each request to a model took. The rows outlive their conversation, so that the sums of a day stay right; only the reference to it goes.

CREATE TABLE usage (
    id              INTEGER PRIMARY KEY,
    at_ms           INTEGER NOT NULL,
    -- The day of the user's clock, as YYYY-MM-DD.
    day             TEXT NOT NULL,
    conversation_id TEXT REFERENCES conversations (id) ON DELETE SET NULL,
    message_id      TEXT REFERENCES messages (id) ON DELETE SET NULL,
    endpoint        TEXT NOT NULL,
    model           TEXT NOT NULL,
    purpose         TEXT NOT NULL CHECK (purpose IN ('reply', 'summary', 'sampling')),
    input_tokens    INTEGER NOT NULL CHECK (input_tokens >= 0),
    output_tokens   INTEGER NOT NULL CHECK (output_tokens >= 0),
    cached_tokens   INTEGER CHECK (cached_tokens >= 0),
    -- Whether the endpoint counted the tokens; else they were estimated.
    counted         INTEGER NOT NULL CHECK (counted IN (0, 1)),
    -- In US dollars; none where no price was known. Where the price came from: 'local', 'own', or the day of the shipped table.
    cost            REAL CHECK (cost >= 0),
    priced          TEXT,
    CHECK ((cost IS NULL) = (priced IS NULL))
) STRICT;
CREATE INDEX usage_by_day ON usage (day);
CREATE INDEX usage_by_conversation ON usage (conversation_id);
CREATE INDEX usage_by_message ON usage (message_id);

-- What was counted before: without an address, and without a price, since none was kept.
INSERT INTO usage (at_ms, day, conversation_id, message_id, endpoint, model, purpose, input_tokens, output_tokens, cached_tokens, counted)
    SELECT created_ms, date(created_ms / 1000, 'unixepoch', 'localtime'), conversation_id, message_id, '', model, purpose,
           input_tokens, output_tokens, cached_tokens, 1
    FROM requests WHERE input_tokens IS NOT NULL AND output_tokens IS NOT NULL;
INSERT INTO usage (at_ms, day, endpoint, model, purpose, input_tokens, output_tokens, counted)
    SELECT at_ms, day, origin, model, 'sampling', input_tokens, output_tokens, 1
    FROM samplings WHERE input_tokens IS NOT NULL AND output_tokens IS NOT NULL;

PRAGMA user_version = 66;
