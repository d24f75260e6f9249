-- What the engine keeps for every data type. Keys start with account_id, so that accounts can be sharded.

-- One row an account; whoever changes anything in an account locks its row first, several in the order of their ids.
create table account (
  account_id text collate "C" not null,
  kind text not null check (kind in ('personal', 'shared', 'organisation')),
  name text not null,
  -- Counts every change of every record in the account.
  modseq bigint not null default 0,
  -- Changes up to here are no longer in the log.
  log_floor bigint not null default 0,
  created_at timestamptz not null,
  primary key (account_id)
);

-- The state of each type: the modseq of its last change.
create table type_state (
  account_id text collate "C" not null,
  type text collate "C" not null,
  modseq bigint not null,
  primary key (account_id, type)
);

create table change_log (
  account_id text collate "C" not null,
  modseq bigint not null,
  type text collate "C" not null,
  id text collate "C" not null,
  change text not null check (change in ('created', 'updated', 'destroyed')),
  -- What an update touched, when the type says so (Mailbox: 'counts').
  detail text,
  changed_at timestamptz not null,
  primary key (account_id, modseq)
);
create index change_log_type on change_log (account_id, type, modseq);
create index change_log_age on change_log using brin (changed_at);

-- Which bytes an account may read: what it uploaded, and what was delivered to it.
create table blob (
  account_id text collate "C" not null,
  hash text collate "C" not null,
  size bigint not null,
  type text not null,
  created_at timestamptz not null,
  primary key (account_id, hash)
);
create index blob_hash on blob (hash);
