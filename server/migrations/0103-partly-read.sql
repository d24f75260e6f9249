-- Messages that take too much to be read whole: they are kept as they are, and known by their beginning.

alter table email add column is_partly_read boolean not null default false;
