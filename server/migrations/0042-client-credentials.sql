-- What other programs sign in with in a person's name: app passwords (with the address) and tokens (alone).
create table client_credential (
  account_id text collate "C" not null,
  id text collate "C" not null,
  person_id text collate "C" not null,
  kind text not null check (kind in ('app-password', 'token')),
  name text not null,
  -- SHA-256: the secret has so many random bits that nothing slower is needed.
  secret_hash bytea not null,
  created_at timestamptz not null,
  -- null: never.
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text,
  primary key (account_id, id),
  unique (account_id, secret_hash)
);
create index client_credential_of on client_credential (account_id, person_id);
