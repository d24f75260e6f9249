-- Accounts that are nobody's own, such as support@: who has a grant works with what lies in them.

create table shared_account (
  account_id text collate "C" not null,
  -- The account that the records lie in; addresses name it as their owner.
  id text collate "C" not null,
  name text not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);

create table shared_account_grant (
  account_id text collate "C" not null,
  shared_account_id text collate "C" not null,
  person_id text collate "C" not null,
  may_write boolean not null,
  granted_at timestamptz not null,
  primary key (account_id, shared_account_id, person_id)
);
create index shared_account_grant_of on shared_account_grant (account_id, person_id);
