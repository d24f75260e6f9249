-- What is done with mail from outside that claims to be from a domain of ours and does not prove it.
alter table domain
  add column unverified text collate "C" not null default 'junk'
    check (unverified in ('junk', 'deliver', 'reject'));
