-- Messages that were destroyed, as long as they can be brought back. Their words are not kept: the message is read again.
create table deleted_email (
  account_id text collate "C" not null,
  id text collate "C" not null,
  deleted_at timestamptz not null,
  blob_hash text collate "C" not null,
  size bigint not null,
  received_at timestamptz not null,
  mailbox_ids text[] collate "C" not null,
  keywords text[] collate "C" not null,
  has_attachment boolean not null,
  subject text,
  -- The address fields as `email.addresses` has them: only From.
  sender jsonb,
  preview text not null,
  authentication jsonb,
  primary key (account_id, id)
);
create index deleted_email_deleted on deleted_email (account_id, deleted_at, id);
create index deleted_email_blob on deleted_email (account_id, blob_hash);

-- What they take, always equal to a recount: each deletion looks whether it is too much.
create table deleted_email_usage (
  account_id text collate "C" primary key,
  emails bigint not null,
  octets bigint not null
);
