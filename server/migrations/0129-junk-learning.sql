-- In how many reported messages the words of each number stood, and how many messages that were, of the organisation's account.
create table junk_token (
  account_id text collate "C" not null,
  bucket int4 not null,
  junk int4 not null,
  wanted int4 not null,
  primary key (account_id, bucket)
);
create table junk_model (
  account_id text collate "C" not null primary key,
  junk int4 not null,
  wanted int4 not null
);

-- What people said of messages, and what of it was learned.
create table junk_report (
  account_id text collate "C" not null,
  email_id text collate "C" not null,
  person_id text collate "C" not null,
  is_junk boolean not null,
  -- Of the author, as `email_author` has it.
  author text,
  reported_at timestamptz not null,
  -- Nobody reported it: a message that was surely wanted, beside one that was not.
  is_example boolean not null default false,
  is_pending boolean not null,
  -- As what it was learned, when, and by which numbers; null where it was not.
  learned_as_junk boolean,
  learned_at timestamptz,
  buckets int4[],
  primary key (account_id, email_id)
);
create index junk_report_pending on junk_report (reported_at) where is_pending;
create index junk_report_author on junk_report (author);
create index junk_report_person on junk_report (person_id, learned_at);

-- Whom an account has written to.
create table written_to (
  account_id text collate "C" not null,
  address text collate "C" not null,
  primary key (account_id, address)
);
insert into written_to
select distinct e.account_id, left(lower(one ->> 'email'), 250)
from email e
join mailbox m on m.account_id = e.account_id and m.role = 'sent' and m.id = any(e.mailbox_ids)
cross join lateral jsonb_array_elements(
  case jsonb_typeof(e.addresses -> 'to') when 'array' then e.addresses -> 'to' else '[]' end) one
where one ->> 'email' <> '';

-- Whether an account has mail of an author already.
create index email_author on email (account_id, (left(lower(addresses -> 'from' -> 0 ->> 'email'), 250) collate "C"));
