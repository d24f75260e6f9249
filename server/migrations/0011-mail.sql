create extension if not exists btree_gin;

create table mailbox (
  account_id text collate "C" not null,
  id text collate "C" not null,
  name text not null,
  parent_id text collate "C",
  role text,
  sort_order integer not null default 0,
  is_subscribed boolean not null default true,
  -- Kept in the transaction that changes the mail; always equal to a recount.
  total_emails integer not null default 0,
  unread_emails integer not null default 0,
  total_threads integer not null default 0,
  unread_threads integer not null default 0,
  primary key (account_id, id)
);
create unique index mailbox_role on mailbox (account_id, role) where role is not null;

-- All that a list shows, so that a page of it reads no message.
create table email (
  account_id text collate "C" not null,
  id text collate "C" not null,
  thread_id text collate "C" not null,
  blob_hash text collate "C" not null,
  size bigint not null,
  received_at timestamptz not null,
  sent_at timestamptz,
  -- Minutes east of UTC, as the sender wrote it.
  sent_offset smallint,
  mailbox_ids text[] collate "C" not null,
  keywords text[] collate "C" not null default '{}',
  has_attachment boolean not null,
  subject text,
  base_subject text not null,
  preview text not null,
  addresses jsonb not null,
  message_ids jsonb not null,
  primary key (account_id, id)
);
create index email_received on email (account_id, received_at, id);
create index email_thread on email (account_id, thread_id);
create index email_blob on email (account_id, blob_hash);
create index email_unseen on email (account_id, received_at, id) where not (keywords @> '{$seen}');
create index email_keywords on email using gin (account_id, keywords);

-- The order of messages in each mailbox: a page is an index-only scan of the key.
create table email_mailbox (
  account_id text collate "C" not null,
  mailbox_id text collate "C" not null,
  received_at timestamptz not null,
  email_id text collate "C" not null,
  primary key (account_id, mailbox_id, received_at, email_id)
);

-- The same for conversations, each by its newest message in the mailbox; also what the counts are made of.
create table mailbox_thread (
  account_id text collate "C" not null,
  mailbox_id text collate "C" not null,
  thread_id text collate "C" not null,
  newest_at timestamptz not null,
  newest_id text collate "C" not null,
  emails integer not null,
  unread integer not null,
  -- Whether the conversation counts in unreadThreads (RFC 8621 §2: the trash stands apart).
  is_unread boolean not null,
  primary key (account_id, mailbox_id, thread_id)
);
create index mailbox_thread_newest on mailbox_thread (account_id, mailbox_id, newest_at, newest_id);
create index mailbox_thread_thread on mailbox_thread (account_id, thread_id);

-- How many messages and conversations of a mailbox fall on each day (UTC): positions without counting rows one by one.
create table mailbox_day (
  account_id text collate "C" not null,
  mailbox_id text collate "C" not null,
  day date not null,
  emails integer not null,
  threads integer not null,
  primary key (account_id, mailbox_id, day)
);

-- Message ids that a thread has seen, by hash, since they have no limit of length. Replies find their thread here.
create table thread_message_id (
  account_id text collate "C" not null,
  hash text collate "C" not null,
  subject_hash text collate "C" not null,
  thread_id text collate "C" not null,
  primary key (account_id, hash, subject_hash, thread_id)
);
create index thread_message_id_thread on thread_message_id (account_id, thread_id);

-- Search words apart from `email`, whose rows stay narrow; in the order of receipt, for "the newest thousand".
create table email_words (
  account_id text collate "C" not null,
  received_at timestamptz not null,
  email_id text collate "C" not null,
  words tsvector not null,
  -- The message has more words than are indexed.
  cut boolean not null default false,
  primary key (account_id, received_at, email_id)
);
create index email_words_words on email_words using gin (account_id, words);

-- Deliveries that were acknowledged: the same transaction again writes nothing.
create table delivery (
  account_id text collate "C" not null,
  transaction_id text collate "C" not null,
  email_id text collate "C" not null,
  delivered_at timestamptz not null,
  primary key (account_id, transaction_id)
);
create index delivery_age on delivery using brin (delivered_at);
