-- Each account's trash is the directory 'trash', made when it is first needed. In it are all that lies below it and the trash
-- itself; what was moved there itself has the time and the folder that it came from, which may be gone.
alter table file_node
  add column in_trash boolean not null default false,
  add column trashed_at timestamptz,
  add column trashed_from text collate "C";
-- No two of one name side by side, but in the trash; and the trash is in nobody's way.
drop index file_node_name;
create unique index file_node_name on file_node
  (account_id, parent_id, name, (case when id = 'trash' or parent_id = 'trash' then id end)) nulls not distinct;
create index file_node_trashed on file_node (trashed_at) where trashed_at is not null;
-- Shares of what is out of everyone's reach for a while: as they were in share_grant, and will be again.
create table share_suspended (
  account_id text collate "C" not null,
  type text collate "C" not null,
  container_id text collate "C" not null,
  principal_id text collate "C" not null,
  given_by text collate "C" not null,
  rights text[] not null,
  until timestamptz,
  name text not null,
  primary key (account_id, type, container_id, principal_id, given_by)
);
create index share_suspended_principal on share_suspended (principal_id);
