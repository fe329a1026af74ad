-- Several servers on one PostgreSQL: each table has its home in one of them. A SQLite file has one server, and these stay empty.

CREATE TABLE processes (
    id    TEXT PRIMARY KEY,
    seen  BIGINT NOT NULL,             -- by its own clock: when it last said that it is there
    until BIGINT NOT NULL              -- by the database's clock: when it is taken to be gone
);

CREATE TABLE leases (
    table_id TEXT PRIMARY KEY,
    process  TEXT REFERENCES processes (id),  -- null: nobody's
    fence    BIGINT NOT NULL           -- grows whenever the table finds a home
);
CREATE INDEX leases_process ON leases (process);

-- What is asked of a table at another process than its home.
CREATE TABLE errands (
    id       TEXT PRIMARY KEY,
    sender   TEXT NOT NULL,
    home     TEXT NOT NULL,
    table_id TEXT NOT NULL,
    body     TEXT NOT NULL,
    taken    BIGINT NOT NULL DEFAULT 0,
    answer   TEXT,
    created  BIGINT NOT NULL
);
CREATE INDEX errands_home ON errands (home, taken);

-- Time that one table's people are not charged for; without a table, nobody is.
ALTER TABLE outages ADD COLUMN table_id TEXT;
CREATE INDEX outages_table ON outages (table_id, until);
