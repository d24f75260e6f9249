-- Senders whose mail may show pictures from other servers without being asked.

create table trusted_sender (
  account_id text collate "C" not null,
  id text collate "C" not null,
  -- Canonical, as in mail_address.
  email text collate "C" not null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index trusted_sender_email on trusted_sender (account_id, email);
