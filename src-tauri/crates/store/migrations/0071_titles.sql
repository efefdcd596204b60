-- Requests for a title of a conversation.

ALTER TABLE requests ADD COLUMN purpose_now TEXT NOT NULL DEFAULT 'reply' CHECK (purpose_now IN ('reply', 'summary', 'title'));
UPDATE requests SET purpose_now = purpose WHERE purpose <> 'reply';
ALTER TABLE requests DROP COLUMN purpose;
ALTER TABLE requests RENAME COLUMN purpose_now TO purpose;

ALTER TABLE usage ADD COLUMN purpose_now TEXT NOT NULL DEFAULT 'reply'
    CHECK (purpose_now IN ('reply', 'summary', 'sampling', 'title'));
UPDATE usage SET purpose_now = purpose WHERE purpose <> 'reply';
ALTER TABLE usage DROP COLUMN purpose;
ALTER TABLE usage RENAME COLUMN purpose_now TO purpose;

PRAGMA user_version = 71;
