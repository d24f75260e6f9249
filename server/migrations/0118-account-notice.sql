-- What people are still to be told about their account that somebody else did to it. A row goes when the message is there.
create table account_notice (
  account_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz not null,
  -- Who did it; null: the command line.
  by_id text collate "C",
  person_id text collate "C" not null,
  event text not null,
  roles_given text[] not null default '{}',
  roles_taken text[] not null default '{}',
  primary key (account_id, id)
);
