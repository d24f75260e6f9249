-- The rules of its account that acted on a message when it came, by name; null where none did.
alter table email add column filtered_by text[];
