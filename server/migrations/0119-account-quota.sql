-- What this account may keep instead of what the setting says for all; null: as all.
alter table account
  add column quota_octets bigint check (quota_octets >= 0),
  add column quota_emails bigint check (quota_emails >= 0);
