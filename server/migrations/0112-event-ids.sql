-- Messages that were indexed before the identifiers of their events were: the newest first are indexed anew.
drop index email_words_stale;
create index email_words_stale on email_words (received_at, account_id, email_id) where version < 3;
