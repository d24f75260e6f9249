-- Work that takes longer than a request.
create table background_task (
  account_id text collate "C" not null,
  id text collate "C" not null,
  kind text collate "C" not null,
  name text not null,
  arguments jsonb not null,
  state text collate "C" not null,
  -- Who began it, and in whose name it is done.
  created_by text collate "C" not null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  done integer not null default 0,
  total integer,
  failed integer not null default 0,
  problem text,
  problems jsonb not null default '[]',
  -- How far it is, as its kind notes it; in the same transaction as what it did.
  progress jsonb,
  -- Steps in a row that went wrong.
  faults integer not null default 0,
  -- The type whose records an undo patches; null where there is no way back, or none any more.
  undoes text collate "C",
  -- The task that takes it back.
  undone_by text collate "C",
  primary key (account_id, id)
);
create index background_task_under_way on background_task (account_id, id)
  where state in ('waiting', 'running');
create index background_task_ended on background_task (ended_at) where ended_at is not null;

-- The records that a task is about, in its order, and the patch that takes back what it did with each.
create table background_task_item (
  account_id text collate "C" not null,
  task_id text collate "C" not null,
  position integer not null,
  record_id text collate "C" not null,
  inverse jsonb,
  primary key (account_id, task_id, position),
  foreign key (account_id, task_id) references background_task (account_id, id) on delete cascade
);
