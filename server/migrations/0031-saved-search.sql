-- Searches that people keep under a name.

create table saved_search (
  account_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  -- As a person types it; the browser reads it.
  search text not null,
  primary key (account_id, id)
);
