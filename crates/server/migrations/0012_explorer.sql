-- What was played in finished games that everyone may see, counted by position: no names and no positions, and all of it
-- can be counted anew.
CREATE TABLE explored (
    place   BIGINT NOT NULL,           -- the same for all that is the same position under the same rules
    next    BIGINT NOT NULL,           -- the place that the action led to
    player  BIGINT NOT NULL,           -- an engine by its level, a person by the hundreds of their rating, 100 without one
    month   BIGINT NOT NULL,           -- in which the game ended, as 202611
    times   BIGINT NOT NULL,
    won     BIGINT NOT NULL,           -- by the seat that played it
    shared  BIGINT NOT NULL,
    example TEXT NOT NULL,             -- the table of one of these games
    PRIMARY KEY (place, next, player, month)
);

-- Finished games that are not counted yet.
CREATE TABLE unexplored (
    table_id TEXT PRIMARY KEY
);
INSERT INTO unexplored (table_id) SELECT id FROM tables WHERE private = 0 AND result IS NOT NULL;
