-- What servers that share a store of blobs tell each other, so that none removes what another one just put
-- (docs/decisions/0009). These belong to the store, not to an account; empty where blobs are files.

create table blob_put (
  hash text collate "C" primary key,
  -- When it was last announced or, while it leaves, when its removal began.
  at timestamptz not null,
  is_leaving boolean not null default false
);
create index blob_put_at on blob_put (at);

-- The name of this database in the stores that belong to it; one row at the most.
create table blob_owner (
  name text not null,
  is_only boolean primary key default true check (is_only)
);
