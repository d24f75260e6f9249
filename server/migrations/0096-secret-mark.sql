-- What the secret key signs, so that a process with another key is told so before it seals anything with it.
create table secret_mark (
  account_id text collate "C" primary key,
  mark text not null
);
