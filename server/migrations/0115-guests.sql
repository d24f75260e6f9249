-- Somebody outside of the organisation to whom the owner of an account shares things there: principal of share_grant.
create table share_guest (
  account_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  email text,
  -- Until when the guest gets in; null: until it is taken back.
  until timestamptz,
  created_at timestamptz not null,
  -- SHA-256: the secret has so many random bits that nothing slower is needed. Null until there is one.
  secret_hash bytea,
  primary key (account_id, id)
);
create index share_guest_secret on share_guest (secret_hash) where secret_hash is not null;
create index share_guest_id on share_guest (id);
create index share_guest_until on share_guest (until) where until is not null;
