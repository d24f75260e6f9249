-- A person's address elsewhere, to which the link goes that sets another password in place of a forgotten one.
create table recovery_address (
  account_id text collate "C" not null,
  person_id text collate "C" not null,
  -- Nothing counts before its code was typed.
  address text collate "C",
  pending text collate "C",
  code_hash bytea,
  code_expires_at timestamptz,
  code_failures integer not null default 0,
  -- The one before, until it was written to.
  former text collate "C",
  -- Messages to any of them within a day.
  sent_count integer not null default 0,
  sent_since timestamptz not null,
  primary key (account_id, person_id)
);

-- That link is an invitation of another kind. Of each kind a person has one at most.
alter table invitation add column kind text collate "C" not null default 'invitation';
alter table invitation drop constraint invitation_pkey;
alter table invitation add primary key (account_id, person_id, kind);
