-- What is answered to mail while somebody is away (RFC 8621 §8).

create table vacation_response (
  account_id text collate "C" not null,
  is_enabled boolean not null,
  from_date timestamptz,
  to_date timestamptz,
  subject text,
  text_body text,
  html_body text,
  primary key (account_id)
);

-- Who has been told, and when: once is enough for a while (RFC 3834 §2).
create table vacation_answer (
  account_id text collate "C" not null,
  address text collate "C" not null,
  answered_at timestamptz not null,
  primary key (account_id, address)
);
