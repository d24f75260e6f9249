-- Text that is written again and again, kept under a name.

create table template (
  account_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  subject text not null,
  html_body text not null,
  recipients jsonb,
  sort_order integer not null default 0,
  primary key (account_id, id)
);
