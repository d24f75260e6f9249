-- Files that come in parts. What is named `blob_hash` is kept by the sweep of blobs.
create table file_upload (
  account_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  size bigint not null,
  type text,
  part_size bigint not null,
  -- The whole file, once its parts are joined.
  blob_hash text collate "C",
  created_by text collate "C" not null,
  created timestamptz not null,
  changed timestamptz not null,
  primary key (account_id, id)
);
create index file_upload_changed on file_upload (changed);
create index file_upload_blob on file_upload (account_id, blob_hash);
create table file_upload_part (
  account_id text collate "C" not null,
  upload_id text collate "C" not null,
  number integer not null,
  blob_hash text collate "C" not null,
  primary key (account_id, upload_id, number),
  foreign key (account_id, upload_id) references file_upload on delete cascade
);
create index file_upload_part_blob on file_upload_part (account_id, blob_hash);
