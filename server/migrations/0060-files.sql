create table file_node (
  account_id text collate "C" not null,
  id text collate "C" not null,
  parent_id text collate "C",
  node_type text not null check (node_type in ('file', 'directory')),
  name text not null,
  blob_hash text collate "C",
  size bigint,
  type text,
  created timestamptz not null,
  modified timestamptz not null,
  changed timestamptz not null,
  executable boolean not null,
  primary key (account_id, id),
  foreign key (account_id, parent_id) references file_node (account_id, id),
  check ((node_type = 'file') = (blob_hash is not null)),
  check ((blob_hash is null) = (size is null))
);
-- No two of one name side by side, those at the top included.
create unique index file_node_name on file_node (account_id, parent_id, name) nulls not distinct;
create index file_node_blob on file_node (account_id, blob_hash);
