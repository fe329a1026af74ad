-- What accounts have done at puzzles, put together from all their devices: of two rows about the same thing one is chosen by
-- what is in them, never by which came first.
CREATE TABLE puzzle_tries (
    person   TEXT NOT NULL,
    game     TEXT NOT NULL,
    puzzle   TEXT NOT NULL,            -- the same for the same position
    at       BIGINT NOT NULL,          -- by the clock of the device
    solved   BIGINT NOT NULL,          -- without a mistake and without help
    strength BIGINT NOT NULL,          -- how strong the puzzle was taken to be
    PRIMARY KEY (person, game, puzzle)
);

-- The days whose puzzle was solved, as 2026-11-17.
CREATE TABLE puzzle_days (
    person TEXT NOT NULL,
    day    TEXT NOT NULL,
    PRIMARY KEY (person, day)
);

-- What reviews found in games of their own.
CREATE TABLE puzzle_mistakes (
    person TEXT NOT NULL,
    game   TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    at     BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    body   TEXT NOT NULL,              -- the rest of it
    PRIMARY KEY (person, game, puzzle)
);

-- The most puzzles solved in a rush.
CREATE TABLE puzzle_rushes (
    person TEXT PRIMARY KEY,
    most   BIGINT NOT NULL
);
