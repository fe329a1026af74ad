-- One word for one thing, in the database as in JSON.
ALTER TABLE tables RENAME COLUMN pledge TO commitment;
ALTER TABLE tables RENAME COLUMN standing TO pass_replies;

-- What a process asks of the process that holds a table's lease.
ALTER TABLE errands RENAME TO forwarded_requests;
ALTER TABLE forwarded_requests RENAME COLUMN home TO target;
DROP INDEX errands_home;
CREATE INDEX forwarded_requests_target ON forwarded_requests (target, taken);

UPDATE meta SET key = 'heartbeat' WHERE key = 'beat';
