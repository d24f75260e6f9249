-- Mail on its way out, and what became of it. These rows are the truth of delivery; they stay as long as the
-- submission that they belong to.

create table queue_message (
  account_id text collate "C" not null,
  id text collate "C" not null,
  submission_id text collate "C",
  -- What made it: submission, mua, dsn, vacation, list.
  origin text not null,
  -- The message as it was handed in; null when no recipient needs it any more.
  blob_hash text collate "C",
  size bigint not null,
  -- Empty for the null sender of reports.
  mail_from text not null,
  mail_from_params jsonb not null,
  -- From its header, once it was read: what a report about it may name it by.
  message_id text,
  created_at timestamptz not null,
  not_before timestamptz not null,
  -- Delivery has begun: from here on it cannot be taken back.
  begun_at timestamptz,
  canceled_at timestamptz,
  -- Nothing is left to do.
  ended_at timestamptz,
  primary key (account_id, id)
);
create index queue_message_submission on queue_message (account_id, submission_id) where submission_id is not null;
create index queue_message_message_id on queue_message (account_id, message_id) where message_id is not null;
create index queue_message_blob on queue_message (account_id, blob_hash) where blob_hash is not null;
create index queue_message_ended on queue_message (ended_at) where submission_id is null;

create table queue_recipient (
  account_id text collate "C" not null,
  message_id text collate "C" not null,
  -- As the sender wrote it.
  address text collate "C" not null,
  position integer not null,
  params jsonb not null,
  -- ASCII; empty when the address has none. Recipients of one domain travel together.
  domain text collate "C" not null,
  -- waiting, delivered (here), relayed (another server has it), failed, canceled
  state text not null default 'waiting',
  attempts integer not null default 0,
  -- When it is tried next. While somebody works on it: when it counts as forsaken.
  next_at timestamptz not null,
  -- The process that works on it.
  lease text collate "C",
  -- What was heard last (RFC 5321 §4.2), from which host, and when.
  reply text,
  status text,
  host text,
  tried_at timestamptz,
  delayed_at timestamptz,
  -- What the sender is still to be told: failed, delayed, relayed, delivered.
  report text,
  -- What a report from outside said: delivered, failed; and whether it was displayed.
  reported text,
  displayed boolean not null default false,
  primary key (account_id, message_id, address)
);
create index queue_recipient_due on queue_recipient (next_at) where state = 'waiting';
create index queue_recipient_lease on queue_recipient (lease) where lease is not null;
create index queue_recipient_report on queue_recipient (account_id, message_id) where report is not null;

-- Reports about a message (DSN, MDN) that its sender got.
create table queue_report (
  account_id text collate "C" not null,
  message_id text collate "C" not null,
  blob_hash text collate "C" not null,
  kind text not null,
  received_at timestamptz not null,
  primary key (account_id, message_id, blob_hash)
);
create index queue_report_blob on queue_report (account_id, blob_hash);

-- Keys that sign for a domain of the organisation. The private half is sealed.
create table dkim_key (
  account_id text collate "C" not null,
  domain text collate "C" not null,
  selector text collate "C" not null,
  algorithm text not null,
  sealed_private_key bytea not null,
  public_key text not null,
  created_at timestamptz not null,
  primary key (account_id, domain, selector)
);

-- What other domains demand of those who send to them (RFC 8461).
create table mta_sts_policy (
  account_id text collate "C" not null,
  domain text collate "C" not null,
  policy_id text not null,
  mode text not null,
  mx text[] not null,
  expires_at timestamptz not null,
  primary key (account_id, domain)
);
