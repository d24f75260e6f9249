-- Addresses that an account may send from, and what goes along with them (RFC 8621 §6).

create table identity (
  account_id text collate "C" not null,
  id text collate "C" not null,
  -- Canonical, as in mail_address; with a detail after a plus sign at most.
  email text collate "C" not null,
  name text not null,
  reply_to jsonb,
  bcc jsonb,
  text_signature text not null,
  html_signature text not null,
  -- The place of a default identity, one for each address of the account, the primary first; null: made by the person.
  position integer,
  primary key (account_id, id)
);
create unique index identity_default on identity (account_id, email) where position is not null;

-- Accounts that are there already. Nobody has asked for their identities yet, so no state moves.
insert into identity (account_id, id, email, name, text_signature, html_signature, position)
select p.personal_account_id, 'i' || substr(md5(p.id || ' ' || a.address), 1, 16), a.address, p.name, '', '',
  row_number() over (partition by p.id order by a.is_primary desc, a.address) - 1
from person p join mail_address a on a.account_id = p.account_id and a.owner_id = p.id
union all
select s.id, 'i' || substr(md5(s.id || ' ' || a.address), 1, 16), a.address, s.name, '', '',
  row_number() over (partition by s.id order by a.is_primary desc, a.address) - 1
from shared_account s join mail_address a on a.account_id = s.account_id and a.owner_id = s.id;
