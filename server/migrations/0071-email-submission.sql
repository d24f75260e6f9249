-- Mails that were sent (RFC 8621 §7). How their delivery goes is the queue's to know.

create table email_submission (
  account_id text collate "C" not null,
  id text collate "C" not null,
  identity_id text collate "C" not null,
  email_id text collate "C" not null,
  thread_id text collate "C" not null,
  -- mailFrom and rcptTo, given by the client or taken from the header.
  envelope jsonb not null,
  send_at timestamptz not null,
  -- Kept for a while, since what follows a destruction still asks for its email (RFC 8621 §7.5).
  destroyed_at timestamptz,
  primary key (account_id, id)
);
create index email_submission_age on email_submission (send_at);

-- How many recipients somebody has sent to in the running hour.
create table send_count (
  account_id text collate "C" not null,
  person_id text collate "C" not null,
  recipients integer not null,
  since timestamptz not null,
  primary key (account_id, person_id)
);
