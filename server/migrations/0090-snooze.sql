-- Mail that is out of sight until an hour that somebody chose.
alter table email
  add column snoozed_until timestamptz,
  -- The mailbox that it goes to then; the inbox where it is null.
  add column snoozed_to text collate "C";
create index email_snoozed on email (snoozed_until) where snoozed_until is not null;

-- Every page of a mailbox looks for pinned mail first: not behind a list of entries that are not sorted in yet.
alter index email_keywords set (fastupdate = off);
