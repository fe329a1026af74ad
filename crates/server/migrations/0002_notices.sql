-- What an operator tells running servers: that a table or a person is not what it was.
CREATE TABLE notices (
    n      BIGINT PRIMARY KEY,
    what   TEXT NOT NULL,   -- table, person
    id     TEXT NOT NULL
);
