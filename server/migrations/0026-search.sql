-- Words of very long messages with all their places; how a message was indexed, so that it can be done anew.
alter table email_words
  add column parts tsvector[],
  add column version smallint not null default 0;
create index email_words_stale on email_words (account_id, email_id) where version < 1;
