-- What a container was called when it was shared, or renamed since: who loses it is told of no later name.
alter table share_grant add column name text not null default '';
update share_grant g set name = n.name from file_node n
  where g.type = 'FileNode' and n.account_id = g.account_id and n.id = g.container_id;

-- What became of a container's shares, until everybody whom it concerns is told. Rights by principal.
create table share_change (
  account_id text collate "C" not null,
  id text collate "C" not null,
  at timestamptz not null,
  -- Who did it; null: it ended by itself.
  by_id text collate "C",
  type text not null,
  container_id text collate "C" not null,
  -- What it was called until then, for who loses it, and is called since.
  was_called text not null,
  name text not null,
  was jsonb not null,
  "is" jsonb not null,
  -- Those to the containers that it lies in, which stayed.
  above jsonb not null,
  -- The last person told, in the order of their ids.
  told text collate "C" not null default '',
  primary key (account_id, id)
);
create index share_change_at on share_change (at, id);

-- ShareNotification (RFC 9670), in the account of the person who is told.
create table share_notification (
  account_id text collate "C" not null,
  id text collate "C" not null,
  created timestamptz not null,
  changed_by jsonb not null,
  object_type text not null,
  object_account_id text collate "C" not null,
  object_id text collate "C" not null,
  name text not null,
  old_rights jsonb,
  new_rights jsonb,
  primary key (account_id, id)
);
create index share_notification_created on share_notification (created);
