-- What was thought of a message when it came: whether it is junk, and why; null where it was not judged.
alter table email add column junk jsonb;

-- Mail in which the virus scanner found something, of the organisation's account.
create table quarantined_mail (
  account_id text collate "C" not null,
  id text collate "C" not null,
  -- Names the acceptance of the message: accepted again under the same name, it is not held twice.
  transaction_id text collate "C" not null,
  received_at timestamptz not null,
  mail_from text not null,
  -- As the sender wrote them, and the accounts behind them.
  recipients text[] not null,
  account_ids text[] not null,
  sender text not null,
  subject text,
  blob_hash text collate "C" not null,
  size int8 not null,
  threat text not null,
  by text not null,
  is_released boolean not null default false,
  primary key (account_id, id)
);
create unique index quarantined_mail_transaction on quarantined_mail (account_id, transaction_id);
create index quarantined_mail_received on quarantined_mail (received_at);
create index quarantined_mail_blob on quarantined_mail (account_id, blob_hash);
-- When people were told last that mail to them was held back.
create table quarantine_notice (
  account_id text collate "C" not null primary key,
  told_at timestamptz not null,
  is_due boolean not null
);
