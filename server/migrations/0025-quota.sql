-- What an account's records take up, kept in the transaction that changes them.
alter table account
  add column used_octets bigint not null default 0,
  add column used_emails bigint not null default 0;

update account a set used_octets = e.octets, used_emails = e.emails
from (select account_id, sum(size) as octets, count(*) as emails from email group by account_id) as e
where e.account_id = a.account_id;

-- A new database has no files yet, and not even their table.
do $$
begin
  if to_regclass('file_node') is not null then
    update account a set used_octets = a.used_octets + f.octets
    from (select account_id, sum(size) as octets from file_node group by account_id) as f
    where f.account_id = a.account_id and f.octets is not null;
  end if;
end
$$;
