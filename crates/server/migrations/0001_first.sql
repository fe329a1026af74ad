-- One text for SQLite and PostgreSQL. Times are milliseconds since 1970; yes and no are 1 and 0.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE people (
    id       TEXT PRIMARY KEY,
    kind     TEXT NOT NULL,            -- guest, account, bot, gone
    name     TEXT NOT NULL,
    handle   TEXT UNIQUE,              -- the name in lower case, for those who own it
    password TEXT,
    owner    TEXT,                     -- whose bot it is
    merged   TEXT,                     -- the account that adopted this guest
    banned   BIGINT NOT NULL DEFAULT 0,
    created  BIGINT NOT NULL
);

CREATE TABLE sessions (
    hash    TEXT PRIMARY KEY,          -- of the secret in the cookie
    id      TEXT NOT NULL UNIQUE,      -- what its owner calls it by
    person  TEXT NOT NULL,
    agent   TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen    BIGINT NOT NULL
);
CREATE INDEX sessions_person ON sessions (person);

CREATE TABLE tokens (
    hash    TEXT PRIMARY KEY,
    person  TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE TABLE tables (
    id            TEXT PRIMARY KEY,
    game          TEXT NOT NULL,
    options       TEXT NOT NULL,       -- what was asked for
    setup         TEXT,                -- complete, once the game has started: a secret while it runs
    seats         TEXT NOT NULL,       -- the kinds of seats as created
    clock         TEXT NOT NULL,
    reply_seconds BIGINT NOT NULL,
    rated         BIGINT NOT NULL,
    private       BIGINT NOT NULL,
    owner         TEXT NOT NULL,
    invite        TEXT NOT NULL,
    secret        TEXT,                -- the server's part of a fair deal
    pledge        TEXT,                -- what was published of it at the start
    standing      TEXT NOT NULL DEFAULT '[]',  -- seats that always let it pass
    state         TEXT NOT NULL,       -- open, live, over
    deadline      BIGINT,              -- when an unloaded table must be looked at
    created       BIGINT NOT NULL,
    ended         BIGINT,
    ply           BIGINT NOT NULL DEFAULT 0,
    result        TEXT,                -- shares as text, joined by spaces
    clause        TEXT
);
CREATE INDEX tables_state ON tables (state, created);
CREATE INDEX tables_game ON tables (game, state, created);

CREATE TABLE sitters (
    table_id TEXT NOT NULL,
    seat     BIGINT NOT NULL,
    person   TEXT NOT NULL,
    nonce    TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, seat, person)
);
CREATE INDEX sitters_person ON sitters (person);

-- What happened at each table, append-only: the record, and all that surrounds it.
CREATE TABLE events (
    table_id TEXT NOT NULL,
    n        BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    person   TEXT,
    command  TEXT,                     -- the client's id of the command that caused it
    body     TEXT NOT NULL,
    clocks   TEXT,                     -- milliseconds left for each seat after it
    PRIMARY KEY (table_id, n)
);

CREATE TABLE ratings (
    person     TEXT NOT NULL,
    game       TEXT NOT NULL,
    pace       TEXT NOT NULL,
    rating     DOUBLE PRECISION NOT NULL,
    deviation  DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games      BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (person, game, pace)
);
CREATE INDEX ratings_board ON ratings (game, pace, rating);

CREATE TABLE rating_history (
    person    TEXT NOT NULL,
    game      TEXT NOT NULL,
    pace      TEXT NOT NULL,
    table_id  TEXT NOT NULL,
    rating    DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    at        BIGINT NOT NULL,
    PRIMARY KEY (person, table_id)
);

-- When no server was there to charge anyone's clock.
CREATE TABLE outages (
    since BIGINT NOT NULL,
    until BIGINT NOT NULL
);
