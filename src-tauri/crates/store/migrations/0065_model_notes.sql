-- Notes of each model of an endpoint, in place of one for the endpoint, with what the user knows better than the shipped table.

CREATE TABLE model_notes_new (
    provider_id  TEXT NOT NULL REFERENCES providers (id) ON DELETE CASCADE,
    model        TEXT NOT NULL,
    cost         INTEGER NOT NULL CHECK (cost BETWEEN 0 AND 5),
    speed        INTEGER NOT NULL CHECK (speed BETWEEN 0 AND 5),
    intelligence INTEGER NOT NULL CHECK (intelligence BETWEEN 0 AND 5),
    input_price  REAL CHECK (input_price >= 0),
    output_price REAL CHECK (output_price >= 0),
    cached_price REAL CHECK (cached_price >= 0),
    window       INTEGER CHECK (window > 0),
    PRIMARY KEY (provider_id, model)
) STRICT;
INSERT INTO model_notes_new (provider_id, model, cost, speed, intelligence, input_price, output_price)
    SELECT provider_id, model, cost, speed, intelligence, input_price, output_price FROM model_notes;
DROP TABLE model_notes;
ALTER TABLE model_notes_new RENAME TO model_notes;

PRAGMA user_version = 65;
