-- What SPF, DKIM, DMARC and ARC said of a mail when it arrived; null for mail that did not come from outside.
alter table email add column authentication jsonb;
