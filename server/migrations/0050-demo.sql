-- Says that the organisation of this store is the demo one, which may be deleted with all it has.
create table demo_organisation (
  account_id text collate "C" primary key,
  created_at timestamptz not null,
  finished_at timestamptz
);
