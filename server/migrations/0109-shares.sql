-- Who may do what with a container (RFC 9670): a folder of files, later an address book or a mailbox.
create table share_grant (
  account_id text collate "C" not null,
  type text collate "C" not null,
  container_id text collate "C" not null,
  -- A person or a group.
  principal_id text collate "C" not null,
  rights text[] not null check (cardinality(rights) > 0),
  -- Until when it holds; null: until it is taken back.
  until timestamptz,
  granted_at timestamptz not null,
  primary key (account_id, type, container_id, principal_id)
);
create index share_grant_principal on share_grant (principal_id);
create index share_grant_until on share_grant (until) where until is not null;

-- The modseq since which the log says in which shared containers changes were; null: nothing was ever shared.
alter table account add column shared_since bigint;

-- The shared containers that a record lay in before a change, and those that it lies in since. Null: it was not looked.
alter table change_log add column was_in text[], add column is_in text[];
create index change_log_shared on change_log (account_id, type, modseq) where is_in is not null;
