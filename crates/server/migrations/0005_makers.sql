-- Who made a table goes by the id of the account that adopted them, as who sits at it does.
UPDATE tables SET owner = (SELECT p.merged FROM people p WHERE p.id = tables.owner)
WHERE EXISTS (SELECT 1 FROM people p WHERE p.id = tables.owner AND p.merged IS NOT NULL);
CREATE INDEX tables_owner ON tables (owner);
