-- Where a table or engine work was asked for: an id that follows from the address and the server's key, so that limits
-- and turns count addresses too. It is dropped when the game is over.
ALTER TABLE tables ADD COLUMN origin TEXT;
CREATE INDEX tables_origin ON tables (origin) WHERE origin IS NOT NULL;
ALTER TABLE jobs ADD COLUMN origin TEXT NOT NULL DEFAULT '';
CREATE INDEX jobs_origin ON jobs (origin, state);
