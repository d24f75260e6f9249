-- Since when somebody is removed, who can be restored for some time; disabled at the same moment unless it was so before.
alter table person add column removed_at timestamptz;

-- Accounts that are gone, of which rows may be left.
create table removed_account (
  account_id text collate "C" not null,
  removed_at timestamptz not null,
  primary key (account_id)
);
