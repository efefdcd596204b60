-- How a server was spoken to the last time, so that it is not probed at each start: with a session, or without one. Forgotten when a connection
-- fails, when the server is started in another way, and after a while.

ALTER TABLE servers ADD COLUMN era TEXT CHECK (era IN ('stateful', 'stateless'));
ALTER TABLE servers ADD COLUMN era_ms INTEGER;

PRAGMA user_version = 43;
