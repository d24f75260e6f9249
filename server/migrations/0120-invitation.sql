-- The link with which somebody sets a password, of which each has one at most. Gone when it is used or worth nothing.
create table invitation (
  account_id text collate "C" not null,
  person_id text collate "C" not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (account_id, person_id),
  unique (account_id, token_hash)
);
