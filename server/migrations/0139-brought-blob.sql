-- Who brought it with part of the account in reach, against whom it counts until a record uses it; null: somebody with all of it.
alter table blob add column brought_by text;
create index blob_brought_by on blob (brought_by) where brought_by is not null;
