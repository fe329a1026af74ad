-- Whatever a page or an acknowledgement waits for is found by an index, however many games are kept.
CREATE INDEX people_merged ON people (merged) WHERE merged IS NOT NULL;
CREATE INDEX people_owner ON people (owner) WHERE owner IS NOT NULL;
CREATE INDEX people_name ON people (name);
CREATE INDEX tokens_person ON tokens (person);
CREATE INDEX rating_history_at ON rating_history (person, at);

-- Lists of tables, newest first.
DROP INDEX tables_owner;
CREATE INDEX tables_owner ON tables (owner, state);
CREATE INDEX tables_created ON tables (private, created);
CREATE INDEX tables_game_created ON tables (private, game, created);
CREATE INDEX tables_open ON tables (created) WHERE state = 'open';
CREATE INDEX tables_deadline ON tables (deadline) WHERE deadline IS NOT NULL;

-- The archive, by each way to search it, last ended first.
CREATE INDEX archive_ended ON tables (private, ended, id) WHERE result IS NOT NULL;
CREATE INDEX archive_game ON tables (private, game, ended, id) WHERE result IS NOT NULL;
CREATE INDEX archive_result ON tables (private, result, ended, id) WHERE result IS NOT NULL;
CREATE INDEX archive_game_result ON tables (private, game, result, ended, id) WHERE result IS NOT NULL;

-- What somebody said, for when they want it deleted.
CREATE INDEX events_chat ON events (person) WHERE substr(body, 1, 14) = '{"kind":"chat"';
