-- When the sender of a message is reminded of it, unless somebody answers before.
alter table email add column follow_up_at timestamptz;
create index email_follow_up on email (account_id, follow_up_at) where follow_up_at is not null;
