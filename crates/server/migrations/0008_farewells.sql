-- Where somebody sat and what they said, for when they want to know it, or want it deleted.
DROP INDEX events_chat;
CREATE INDEX events_chat ON events (person, table_id, n) WHERE substr(body, 1, 14) = '{"kind":"chat"';
CREATE INDEX events_sit ON events (person) WHERE substr(body, 1, 13) = '{"kind":"sit"';
-- Tables with a seat that was kept for somebody by name.
CREATE INDEX tables_reserved ON tables (id) WHERE replace(seats, '"kind":"person"', '') <> seats;
