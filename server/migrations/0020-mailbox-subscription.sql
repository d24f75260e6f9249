-- RFC 8621 §2: in an account that several people see, each has subscriptions of their own.
create table mailbox_subscription (
  account_id text collate "C" not null,
  mailbox_id text collate "C" not null,
  person_id text collate "C" not null,
  primary key (account_id, mailbox_id, person_id)
);
