-- Engine work: games to be looked at, and moves where other processes play the engine seats.
CREATE TABLE jobs (
    id        TEXT PRIMARY KEY,
    kind      TEXT NOT NULL,               -- analysis, move
    owner     TEXT NOT NULL,               -- the person it is for, so that nobody waits for another's hundred
    payload   TEXT NOT NULL,               -- a record, or a table and how far it is: never a position
    steps     BIGINT NOT NULL,             -- it is claimed for one step at a time
    progress  BIGINT NOT NULL DEFAULT 0,   -- steps done
    state     TEXT NOT NULL,               -- queued, running, done, failed
    worker    TEXT,                        -- the claim that runs it
    heartbeat BIGINT NOT NULL DEFAULT 0,   -- by the database's clock, as all times here
    attempts  BIGINT NOT NULL DEFAULT 0,   -- at the present step
    result    TEXT NOT NULL DEFAULT '',    -- a line for each step done
    reason    TEXT,                        -- why the last attempt came to nothing
    created   BIGINT NOT NULL
);
CREATE INDEX jobs_state ON jobs (state, kind);
CREATE INDEX jobs_owner ON jobs (owner, state);

-- When someone's work was last taken up: they go to the end of the line.
CREATE TABLE job_turns (
    owner TEXT PRIMARY KEY,
    at    BIGINT NOT NULL
);
