-- Messages of one sender are in the order in which they are shown, too: that of a sender with many is not sorted each time.
drop index email_sender;
create index email_sender on email (
  account_id,
  (left(normalize(upper(left(
    coalesce(nullif(addresses -> 'from' -> 0 ->> 'name', ''), addresses -> 'from' -> 0 ->> 'email', ''),
    1000)), NFKD), 200) collate "C") nulls first,
  received_at desc,
  id desc
);
