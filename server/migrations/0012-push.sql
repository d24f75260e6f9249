-- Addresses that clients want state changes pushed to (RFC 8620 §7.2). They belong to a person and to what the person
-- signed in with; the account is the person's own.
create table push_subscription (
  account_id text collate "C" not null,
  id text collate "C" not null,
  person_id text collate "C" not null,
  credential text collate "C" not null,
  device_client_id text not null,
  url text not null,
  p256dh text,
  auth text,
  expires timestamptz,
  -- Names of types; null for all.
  types text[],
  verification_code text not null,
  is_verified boolean not null default false,
  -- Whether the verification code was sent.
  is_greeted boolean not null default false,
  -- Accounts that the person saw when it was last looked up, and per account the modseq up to which changes were told.
  sees text[] collate "C" not null,
  told jsonb not null,
  -- Nothing is sent before. A process that sends has it to itself until `busy_until`.
  due_at timestamptz not null,
  busy_until timestamptz,
  failures integer not null default 0,
  -- Seconds that a push service wants to be left alone after each push.
  pause integer not null default 0,
  created_at timestamptz not null,
  primary key (account_id, id)
);
