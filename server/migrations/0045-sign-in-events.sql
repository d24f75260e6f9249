-- Who signed in, or tried to with an address of somebody, and from where; for that person to see.
create table sign_in_event (
  account_id text collate "C" not null,
  id text collate "C" not null,
  person_id text collate "C" not null,
  at timestamptz not null,
  -- "in", or the code of the refusal.
  result text collate "C" not null,
  -- "browser", or "program" where the password came with a request.
  way text collate "C" not null,
  ip text not null,
  user_agent text not null,
  primary key (account_id, id)
);
create index sign_in_event_person on sign_in_event (account_id, person_id, id desc);

-- Where an act came from; null: the command line, or an act from before this column.
alter table admin_act add column ip text;
