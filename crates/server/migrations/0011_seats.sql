-- Who shares a seat is in the order in which they sat down: the first decides for the team.
ALTER TABLE sitters ADD COLUMN place BIGINT NOT NULL DEFAULT 0;
-- The seats of open tables add their number to a fair deal where nobody can be asked any more.
UPDATE sitters SET nonce = '0' || seat
WHERE nonce = '' AND table_id IN (SELECT id FROM tables WHERE state = 'open');

-- Where the live tables are, for processes that share a database: the engine tells nobody of them.
CREATE TABLE places (
    table_id TEXT PRIMARY KEY,
    game     TEXT NOT NULL,
    mark     BIGINT NOT NULL,          -- the same for all that is the same position
    setup    TEXT NOT NULL
);
CREATE INDEX places_mark ON places (mark);
CREATE INDEX places_game ON places (game);

-- How the names of those who own them look: by two skeletons, each unique.
ALTER TABLE people ADD COLUMN look TEXT;
ALTER TABLE people ADD COLUMN other_look TEXT;
CREATE INDEX people_without_look ON people (id) WHERE handle IS NOT NULL AND look IS NULL;
CREATE UNIQUE INDEX people_look ON people (look) WHERE look IS NOT NULL;
CREATE UNIQUE INDEX people_other_look ON people (other_look) WHERE other_look IS NOT NULL;

-- Where somebody asked to join a team, for when they want it deleted.
CREATE INDEX events_ask ON events (person) WHERE substr(body, 1, 13) = '{"kind":"ask"';
