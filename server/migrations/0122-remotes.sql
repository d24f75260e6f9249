-- What the organisation decided of parts that are built and served on their own; none of it: switched on, any version.
create table remote (
  account_id text collate "C" not null,
  id text collate "C" not null,
  is_enabled boolean not null,
  reason text,
  pinned_version text,
  primary key (account_id, id)
);
