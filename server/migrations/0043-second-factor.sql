-- Codes of an authenticator app (RFC 6238) that a person's sign-in asks for beside the password.
create table second_factor (
  account_id text collate "C" not null,
  person_id text collate "C" not null,
  -- The shared secret, sealed with the server's key.
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- null: shown to the person, but no code of it was typed yet; it counts only then.
  confirmed_at timestamptz,
  -- The newest time step of which a code was taken; none is taken twice.
  last_step bigint not null default 0,
  primary key (account_id, person_id)
);

-- One-time codes for when the app is lost.
create table recovery_code (
  account_id text collate "C" not null,
  person_id text collate "C" not null,
  code_hash bytea not null,
  primary key (account_id, person_id, code_hash)
);
