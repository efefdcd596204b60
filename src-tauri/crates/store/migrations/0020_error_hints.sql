-- What to do about a failed answer has a column of its own; it was the second line of the error. A call whose outcome is unknown
-- because the program ended has no reason: its state says it.

ALTER TABLE messages ADD COLUMN error_hint TEXT;

UPDATE messages
SET error_hint = substr(error, instr(error, char(10)) + 1),
    error = substr(error, 1, instr(error, char(10)) - 1)
WHERE instr(error, char(10)) > 0;

UPDATE calls SET reason = NULL WHERE state = 'unknown' AND reason = 'may have run';
UPDATE calls
SET reason = substr(reason, 1, instr(reason, char(10)) - 1)
WHERE state = 'unknown' AND instr(reason, char(10)) > 0;

PRAGMA user_version = 20;
