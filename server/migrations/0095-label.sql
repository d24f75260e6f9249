-- Keywords that people see by a name and a colour.

create table label (
  account_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  -- The name as names are compared: whoever writes it otherwise in case alone means the same label.
  name_key text collate "C" not null,
  color text not null,
  -- Of the messages; never changed.
  keyword text collate "C" not null,
  sort_order integer not null default 0,
  primary key (account_id, id)
);
create unique index label_name on label (account_id, name_key);
create unique index label_keyword on label (account_id, keyword);

-- Keywords of labels that are no more, until no message carries them: many messages take their time.
create table label_removal (
  account_id text collate "C" not null,
  keyword text collate "C" not null,
  primary key (account_id, keyword)
);
