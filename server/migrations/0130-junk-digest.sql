-- Until when people have been told what came into Junk, of their own accounts.
create table junk_digest (
  account_id text collate "C" not null primary key,
  until timestamptz not null
);
