-- A mailbox sorted by who wrote is read in this order instead of sorted as a whole (`sort.ts` has the same expression).
create index email_sender on email (
  account_id,
  (left(normalize(upper(left(
    coalesce(nullif(addresses -> 'from' -> 0 ->> 'name', ''), addresses -> 'from' -> 0 ->> 'email', ''),
    1000)), NFKD), 200) collate "C") nulls first
);
