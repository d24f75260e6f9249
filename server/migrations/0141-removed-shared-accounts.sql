-- Since when a shared account is removed, which can be restored for some time.
alter table shared_account add column removed_at timestamptz;

-- Those that were removed before this was so are still there, in nobody's reach: they get the same time.
insert into shared_account (account_id, id, name, created_at, removed_at)
select o.account_id, a.account_id, a.name, a.created_at, now()
from account a cross join organisation o
where a.kind = 'shared'
  and not exists (select from shared_account s where s.account_id = o.account_id and s.id = a.account_id);
