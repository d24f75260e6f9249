-- Scripts that filter incoming mail (RFC 9661).
create table sieve_script (
  account_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  -- The octets that clients gave, and as text: a delivery reads no blob for them.
  blob_hash text collate "C" not null,
  content text not null,
  -- The addresses that it redirects to, as far as they stand in it.
  redirects text[] not null,
  is_active boolean not null default false,
  -- When, where and why it failed last.
  failure jsonb,
  primary key (account_id, id)
);
create unique index sieve_script_name on sieve_script (account_id, name);
create unique index sieve_script_active on sieve_script (account_id) where is_active;
create index sieve_script_blob on sieve_script (account_id, blob_hash);

-- Messages that a script has seen (`duplicate`, RFC 7352), by the hash of what it knows them by.
create table sieve_duplicate (
  account_id text collate "C" not null,
  key_hash bytea not null,
  expires_at timestamptz not null,
  primary key (account_id, key_hash)
);
create index sieve_duplicate_expires on sieve_duplicate (expires_at);

-- Whom a script has answered (`vacation`, RFC 5230), by the hash of its answer's handle.
create table sieve_answer (
  account_id text collate "C" not null,
  handle_hash bytea not null,
  address text collate "C" not null,
  expires_at timestamptz not null,
  primary key (account_id, handle_hash, address)
);
create index sieve_answer_expires on sieve_answer (expires_at);

create unique index person_personal_account on person (account_id, personal_account_id);

-- What a notice is about: an address, or a script and its fault.
alter table account_notice add column detail text;
