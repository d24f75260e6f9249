-- With whom something was ever shared: another version whenever something else is, so that nobody has to read all of it. It is
-- random, as a number might be given again by a database that lost its last transactions.
create table share_principal (
  account_id text collate "C" not null,
  -- A person or a group of the organisation, or a guest.
  principal_id text collate "C" not null,
  version uuid not null,
  primary key (account_id, principal_id)
);
insert into share_principal (account_id, principal_id, version)
select o.account_id, g.principal_id, gen_random_uuid()
from (select distinct principal_id from share_grant) g cross join organisation o;

drop index share_grant_principal;
create index share_grant_principal on share_grant (principal_id, account_id);
-- What ends is looked at each time, so that it ends by the clock.
create index share_grant_ending on share_grant (principal_id, account_id) where until is not null;
