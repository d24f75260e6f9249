-- Links by which anyone who has one reaches a file, or a folder with all that lies in it.
create table file_link (
  account_id text collate "C" not null,
  id text collate "C" not null,
  file_node_id text collate "C" not null,
  name text,
  mode text not null,
  created timestamptz not null,
  created_by text collate "C" not null,
  expires timestamptz,
  -- Since when it has had this end: a policy counts from there.
  renewed_at timestamptz not null,
  -- SHA-256: the token has so many random bits that nothing slower is needed. Null: whose it was is removed, and it never works again.
  token_hash bytea,
  password_hash text,
  max_downloads bigint,
  downloads bigint not null,
  last_download timestamptz,
  primary key (account_id, id)
);
create index file_link_token on file_link (token_hash) where token_hash is not null;
create index file_link_node on file_link (account_id, file_node_id);
create index file_link_created_by on file_link (created_by);
