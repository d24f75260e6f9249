-- Passkeys (WebAuthn): keys that a device or a password manager keeps, and that let a person in without the password.
create table passkey (
  account_id text collate "C" not null,
  id text collate "C" not null,
  person_id text collate "C" not null,
  -- What the authenticator calls it.
  credential_id bytea not null,
  -- SubjectPublicKeyInfo (RFC 5280 §4.1).
  public_key bytea not null,
  -- What the authenticator counted when it was last used; one that stays, or goes back, is of a copy. 0: it does not count.
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  -- null: never.
  last_used_at timestamptz,
  primary key (account_id, id),
  unique (account_id, credential_id)
);
create index passkey_of on passkey (account_id, person_id);

-- Challenges that were answered: none is taken twice. Kept until they would have run out anyway.
create table passkey_challenge (
  account_id text collate "C" not null,
  challenge_hash bytea not null,
  expires_at timestamptz not null,
  primary key (account_id, challenge_hash)
);

-- Whether somebody has shown a passkey in this session.
alter table sign_in_session add column with_passkey boolean not null default false;
