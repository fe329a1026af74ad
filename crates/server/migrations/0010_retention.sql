-- What is old is found by an index, so that a little of it can be forgotten every minute.
CREATE INDEX sessions_seen ON sessions (seen);
CREATE INDEX people_guests ON people (created) WHERE kind = 'guest' AND merged IS NULL;
CREATE INDEX tables_called_off ON tables (ended) WHERE state = 'over' AND result IS NULL;
