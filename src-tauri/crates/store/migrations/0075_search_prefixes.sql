-- Lists of what begins with the same two or three letters, so that a search is as fast while its last word is typed.

CREATE TABLE found AS SELECT rowid AS part, body FROM search;
DROP TABLE search;
CREATE VIRTUAL TABLE search USING fts5 (body, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
INSERT INTO search (search, rank) VALUES ('secure-delete', 1);
INSERT INTO search (rowid, body) SELECT part, body FROM found;
DROP TABLE found;

PRAGMA user_version = 75;
