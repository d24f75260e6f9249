-- The mailboxes that a message left for the trash: where it goes when it is brought back from being destroyed there.
alter table email add column trashed_from text[] collate "C";
alter table deleted_email add column trashed_from text[] collate "C";
