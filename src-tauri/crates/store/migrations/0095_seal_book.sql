-- The book of seals: the number and digest of each seal that counts, a number of its own that only grows, and a code over all of it.
-- The keychain keeps the number of the last book, so that an older one with its old rows does not count.

CREATE TABLE seal_book (
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    number INTEGER NOT NULL CHECK (number > 0),
    seals  TEXT NOT NULL,
    code   BLOB NOT NULL
) STRICT;

PRAGMA user_version = 95;
