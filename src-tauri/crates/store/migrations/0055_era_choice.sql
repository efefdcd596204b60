-- Which way of speaking to a server its user chose: NULL lets Innkeeper choose.

ALTER TABLE servers ADD COLUMN era_choice TEXT CHECK (era_choice IN ('with_sessions', 'without_sessions'));

PRAGMA user_version = 55;
