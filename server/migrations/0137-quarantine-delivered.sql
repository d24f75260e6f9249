-- When released mail had reached its recipients: until then it is not deleted.
alter table quarantined_mail add column delivered_at timestamptz;
