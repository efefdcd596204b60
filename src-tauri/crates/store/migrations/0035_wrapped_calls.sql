-- The arguments of `call_tool` as the model wrote them, of a call that it made through that: the model is shown what it sent.

ALTER TABLE calls ADD COLUMN wrapper TEXT;

PRAGMA user_version = 35;
