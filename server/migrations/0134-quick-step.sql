-- Several actions on messages that people do together, under a name.

create table quick_step (
  account_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  to_role text,
  mailbox_id text,
  keyword text,
  is_read boolean,
  is_starred boolean,
  key text,
  sort_order integer not null default 0,
  primary key (account_id, id)
);
