-- When an account was last given a blob that no record referred to yet, as an upload is.
alter table blob add column uploaded_at timestamptz;
create index blob_uploaded on blob (account_id, uploaded_at) where uploaded_at is not null;
