-- By whom a share was passed on (mayShare), which it ends with; '': by somebody who has the whole account.
alter table share_grant add column given_by text collate "C" not null default '';
alter table share_grant drop constraint share_grant_pkey;
alter table share_grant add primary key (account_id, type, container_id, principal_id, given_by);
create index share_grant_given_by on share_grant (given_by) where given_by <> '';

-- Accounts in which somebody may have lost what they passed on, because a group or a person is not what it was.
create table share_unsettled (
  account_id text collate "C" primary key
);
