-- What commit f74c937 left in its tables, a row each as JSON; dates are moved by whoever loads it.
set session_replication_role = replica;
insert into account select * from jsonb_populate_recordset(null::account, $$[
{"kind": "organisation", "name": "Demo", "modseq": 2, "log_floor": 0, "account_id": "organisation", "created_at": "2026-03-02T09:00:00+00:00", "used_emails": 0, "used_octets": 0},
{"kind": "personal", "name": "bob@demo.test", "modseq": 7, "log_floor": 0, "account_id": "a06eavhmtg16wyxhd", "created_at": "2026-03-02T09:00:00+00:00", "used_emails": 0, "used_octets": 0},
{"kind": "personal", "name": "alice@demo.test", "modseq": 26, "log_floor": 0, "account_id": "a06eavhmtg16wyxh3", "created_at": "2026-03-02T09:00:00+00:00", "used_emails": 2, "used_octets": 339}
]$$);
insert into admin_act select * from jsonb_populate_recordset(null::admin_act, $$[
{"at": "2026-03-02T09:00:00+00:00", "id": "t06eavhmtg16wyxh1", "ip": null, "verb": "organisation.create", "thing": "Demo", "detail": {"domain": "demo.test"}, "person_id": null, "account_id": "organisation"},
{"at": "2026-03-02T09:00:00+00:00", "id": "t06eavhmtg16wyxhb", "ip": null, "verb": "person.create", "thing": "p06eavhmtg16wyxh2", "detail": {"roles": ["member"], "address": "alice@demo.test"}, "person_id": null, "account_id": "organisation"},
{"at": "2026-03-02T09:00:00+00:00", "id": "t06eavhmtg16wyxhn", "ip": null, "verb": "person.create", "thing": "p06eavhmtg16wyxhc", "detail": {"roles": ["member"], "address": "bob@demo.test"}, "person_id": null, "account_id": "organisation"}
]$$);
insert into blob select * from jsonb_populate_recordset(null::blob, $$[
{"hash": "7041a6cae92efe94c5f06a12bc5ee2462fe39c3d578d3878d1733f0e666b0dda", "size": 170, "type": "message/rfc822", "account_id": "a06eavhmtg16wyxh3", "created_at": "2026-03-02T09:01:00+00:00", "uploaded_at": null},
{"hash": "0ff8f8e75e00dad090e40816da7cf6f91748674ef4aff449b241b68430c81a1e", "size": 151, "type": "message/rfc822", "account_id": "a06eavhmtg16wyxh3", "created_at": "2026-03-02T09:01:00+00:00", "uploaded_at": "2026-03-02T09:01:00+00:00"},
{"hash": "f3b7aa4f92383093ed380d7f3a006a1e333ce302ebd9ff4e7cdb9bacadf98b08", "size": 18, "type": "text/plain", "account_id": "a06eavhmtg16wyxh3", "created_at": "2026-03-02T09:01:00+00:00", "uploaded_at": null}
]$$);
insert into change_log select * from jsonb_populate_recordset(null::change_log, $$[
{"id": "p06eavhmtg16wyxh2", "type": "Principal", "change": "created", "detail": null, "modseq": 1, "account_id": "organisation", "changed_at": "2026-03-02T09:00:00+00:00"},
{"id": "f06eavhmtg16wyxh4", "type": "Mailbox", "change": "created", "detail": null, "modseq": 1, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:00:00+00:00"},
{"id": "f06eavhmtg16wyxh5", "type": "Mailbox", "change": "created", "detail": null, "modseq": 2, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:00:00+00:00"},
{"id": "f06eavhmtg16wyxh6", "type": "Mailbox", "change": "created", "detail": null, "modseq": 3, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:00:00+00:00"},
{"id": "f06eavhmtg16wyxh7", "type": "Mailbox", "change": "created", "detail": null, "modseq": 4, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:00:00+00:00"},
{"id": "f06eavhmtg16wyxh8", "type": "Mailbox", "change": "created", "detail": null, "modseq": 5, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:00:00+00:00"},
{"id": "f06eavhmtg16wyxh9", "type": "Mailbox", "change": "created", "detail": null, "modseq": 6, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:00:00+00:00"},
{"id": "i06eavhmtg16wyxha", "type": "Identity", "change": "created", "detail": null, "modseq": 7, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:00:00+00:00"},
{"id": "p06eavhmtg16wyxhc", "type": "Principal", "change": "created", "detail": null, "modseq": 2, "account_id": "organisation", "changed_at": "2026-03-02T09:00:00+00:00"},
{"id": "f06eavhmtg16wyxhe", "type": "Mailbox", "change": "created", "detail": null, "modseq": 1, "account_id": "a06eavhmtg16wyxhd", "changed_at": "2026-03-02T09:00:00+00:00"},
{"id": "f06eavhmtg16wyxhf", "type": "Mailbox", "change": "created", "detail": null, "modseq": 2, "account_id": "a06eavhmtg16wyxhd", "changed_at": "2026-03-02T09:00:00+00:00"},
{"id": "f06eavhmtg16wyxhg", "type": "Mailbox", "change": "created", "detail": null, "modseq": 3, "account_id": "a06eavhmtg16wyxhd", "changed_at": "2026-03-02T09:00:00+00:00"},
{"id": "f06eavhmtg16wyxhh", "type": "Mailbox", "change": "created", "detail": null, "modseq": 4, "account_id": "a06eavhmtg16wyxhd", "changed_at": "2026-03-02T09:00:00+00:00"},
{"id": "f06eavhmtg16wyxhj", "type": "Mailbox", "change": "created", "detail": null, "modseq": 5, "account_id": "a06eavhmtg16wyxhd", "changed_at": "2026-03-02T09:00:00+00:00"},
{"id": "f06eavhmtg16wyxhk", "type": "Mailbox", "change": "created", "detail": null, "modseq": 6, "account_id": "a06eavhmtg16wyxhd", "changed_at": "2026-03-02T09:00:00+00:00"},
{"id": "i06eavhmtg16wyxhm", "type": "Identity", "change": "created", "detail": null, "modseq": 7, "account_id": "a06eavhmtg16wyxhd", "changed_at": "2026-03-02T09:00:00+00:00"},
{"id": "f06eavhmtg16wyxh4", "type": "Mailbox", "change": "updated", "detail": "counts", "modseq": 8, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"},
{"id": "m06eavhw4w0xa2n9h", "type": "Email", "change": "created", "detail": null, "modseq": 9, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"},
{"id": "t06eavhw4w0xa2n9g", "type": "Thread", "change": "created", "detail": null, "modseq": 10, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"},
{"id": "f06eavhw4w0xa2n9j", "type": "Mailbox", "change": "created", "detail": null, "modseq": 12, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"},
{"id": "f06eavhw4w0xa2n9j", "type": "Mailbox", "change": "updated", "detail": "counts", "modseq": 13, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"},
{"id": "m06eavhw4w0xa2n9h", "type": "Email", "change": "updated", "detail": null, "modseq": 14, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"},
{"id": "y06eavhw4w0xa2n9k", "type": "SavedSearch", "change": "created", "detail": null, "modseq": 15, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"},
{"id": "l06eavhw4w0xa2n9m", "type": "Label", "change": "created", "detail": null, "modseq": 16, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"},
{"id": "m06eavhw4w0xa2n9h", "type": "Email", "change": "updated", "detail": null, "modseq": 17, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"},
{"id": "l06eavhw4w0xa2n9m", "type": "Label", "change": "destroyed", "detail": null, "modseq": 18, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"},
{"id": "f06eavhmtg16wyxh5", "type": "Mailbox", "change": "updated", "detail": "counts", "modseq": 19, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"},
{"id": "m06eavhw4w0xa2n9q", "type": "Email", "change": "created", "detail": null, "modseq": 20, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"},
{"id": "t06eavhw4w0xa2n9p", "type": "Thread", "change": "created", "detail": null, "modseq": 21, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"},
{"id": "s06eavhw4w0xa2n9r", "type": "EmailSubmission", "change": "created", "detail": null, "modseq": 23, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"},
{"id": "n06eavhw4w0xa2n9t", "type": "FileNode", "change": "created", "detail": null, "modseq": 24, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"},
{"id": "n06eavhw4w0xa2n9v", "type": "FileNode", "change": "created", "detail": null, "modseq": 25, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"},
{"id": "singleton", "type": "VacationResponse", "change": "updated", "detail": null, "modseq": 26, "account_id": "a06eavhmtg16wyxh3", "changed_at": "2026-03-02T09:01:00+00:00"}
]$$);
insert into delivery select * from jsonb_populate_recordset(null::delivery, $$[
{"email_id": "m06eavhw4w0xa2n9h", "account_id": "a06eavhmtg16wyxh3", "delivered_at": "2026-03-02T09:01:00+00:00", "transaction_id": "t06eavhw4w0xa2n9f"},
{"email_id": "m06eavhw4w0xa2n9q", "account_id": "a06eavhmtg16wyxh3", "delivered_at": "2026-03-02T09:01:00+00:00", "transaction_id": "t06eavhw4w0xa2n9n"}
]$$);
insert into domain select * from jsonb_populate_recordset(null::domain, $$[
{"name": "demo.test", "account_id": "organisation", "created_at": "2026-03-02T09:00:00+00:00"}
]$$);
insert into email select * from jsonb_populate_recordset(null::email, $$[
{"id": "m06eavhw4w0xa2n9h", "size": 170, "preview": "The roof needs copper.", "sent_at": "2026-03-02T09:00:00+00:00", "subject": "Copper roof", "keywords": ["$flagged", "$seen", "blue", "urgent"], "addresses": {"cc": null, "to": [{"name": "Alice", "email": "alice@demo.test"}], "bcc": null, "from": [{"name": "Bob", "email": "bob@demo.test"}], "sender": null, "replyTo": null}, "blob_hash": "7041a6cae92efe94c5f06a12bc5ee2462fe39c3d578d3878d1733f0e666b0dda", "thread_id": "t06eavhw4w0xa2n9g", "account_id": "a06eavhmtg16wyxh3", "snoozed_to": null, "mailbox_ids": ["f06eavhmtg16wyxh4", "f06eavhw4w0xa2n9j"], "message_ids": {"inReplyTo": null, "messageId": ["1@demo.test"], "references": null}, "received_at": "2026-03-02T09:01:00+00:00", "sent_offset": 0, "base_subject": "copper roof", "snoozed_until": null, "authentication": null, "has_attachment": false},
{"id": "m06eavhw4w0xa2n9q", "size": 151, "preview": "At noon?", "sent_at": "2026-03-02T09:01:00+00:00", "subject": "Lunch", "keywords": ["$draft", "$seen"], "addresses": {"cc": null, "to": [{"name": null, "email": "bob@demo.test"}], "bcc": null, "from": [{"name": "Alice Archer", "email": "alice@demo.test"}], "sender": null, "replyTo": null}, "blob_hash": "0ff8f8e75e00dad090e40816da7cf6f91748674ef4aff449b241b68430c81a1e", "thread_id": "t06eavhw4w0xa2n9p", "account_id": "a06eavhmtg16wyxh3", "snoozed_to": null, "mailbox_ids": ["f06eavhmtg16wyxh5"], "message_ids": {"inReplyTo": null, "messageId": ["2@demo.test"], "references": null}, "received_at": "2026-03-02T09:01:00+00:00", "sent_offset": 0, "base_subject": "lunch", "snoozed_until": null, "authentication": null, "has_attachment": false}
]$$);
insert into email_mailbox select * from jsonb_populate_recordset(null::email_mailbox, $$[
{"email_id": "m06eavhw4w0xa2n9h", "account_id": "a06eavhmtg16wyxh3", "mailbox_id": "f06eavhmtg16wyxh4", "received_at": "2026-03-02T09:01:00+00:00"},
{"email_id": "m06eavhw4w0xa2n9h", "account_id": "a06eavhmtg16wyxh3", "mailbox_id": "f06eavhw4w0xa2n9j", "received_at": "2026-03-02T09:01:00+00:00"},
{"email_id": "m06eavhw4w0xa2n9q", "account_id": "a06eavhmtg16wyxh3", "mailbox_id": "f06eavhmtg16wyxh5", "received_at": "2026-03-02T09:01:00+00:00"}
]$$);
insert into email_submission select * from jsonb_populate_recordset(null::email_submission, $$[
{"id": "s06eavhw4w0xa2n9r", "send_at": "2026-03-02T09:01:00+00:00", "email_id": "m06eavhw4w0xa2n9q", "envelope": {"rcptTo": [{"email": "bob@demo.test", "parameters": null}], "mailFrom": {"email": "alice@demo.test", "parameters": null}}, "thread_id": "t06eavhw4w0xa2n9p", "account_id": "a06eavhmtg16wyxh3", "identity_id": "i06eavhmtg16wyxha", "destroyed_at": null}
]$$);
insert into email_words select * from jsonb_populate_recordset(null::email_words, $$[
{"cut": false, "parts": null, "words": "'@h:date' '@h:from' '@h:message-id' '@h:subject' '@h:to' '@to:alice':25C,26C '@to:demo':27C '@to:test':28C 'alice':25C,26C 'bob':12B,13B 'copper':1A,61 'demo':14B,27C 'needs':60 'roof':2A,59 'test':15B,28C 'the':58", "version": 1, "email_id": "m06eavhw4w0xa2n9h", "account_id": "a06eavhmtg16wyxh3", "received_at": "2026-03-02T09:01:00+00:00"},
{"cut": false, "parts": null, "words": "'@h:date' '@h:from' '@h:message-id' '@h:subject' '@h:to' '@to:bob':25C '@to:demo':26C '@to:test':27C 'alice':11B,13B 'archer':12B 'at':57 'bob':25C 'demo':14B,26C 'lunch':1A 'noon':58 'test':15B,27C", "version": 1, "email_id": "m06eavhw4w0xa2n9q", "account_id": "a06eavhmtg16wyxh3", "received_at": "2026-03-02T09:01:00+00:00"}
]$$);
insert into file_node select * from jsonb_populate_recordset(null::file_node, $$[
{"id": "n06eavhw4w0xa2n9t", "name": "Plans", "size": null, "type": null, "changed": "2026-03-02T09:01:00+00:00", "created": "2026-03-02T09:01:00+00:00", "modified": "2026-03-02T09:01:00+00:00", "blob_hash": null, "node_type": "directory", "parent_id": null, "account_id": "a06eavhmtg16wyxh3", "executable": false},
{"id": "n06eavhw4w0xa2n9v", "name": "plan.txt", "size": 18, "type": "text/plain", "changed": "2026-03-02T09:01:00+00:00", "created": "2026-03-02T09:01:00+00:00", "modified": "2026-03-02T09:01:00+00:00", "blob_hash": "f3b7aa4f92383093ed380d7f3a006a1e333ce302ebd9ff4e7cdb9bacadf98b08", "node_type": "file", "parent_id": "n06eavhw4w0xa2n9t", "account_id": "a06eavhmtg16wyxh3", "executable": false}
]$$);
insert into identity select * from jsonb_populate_recordset(null::identity, $$[
{"id": "i06eavhmtg16wyxha", "bcc": null, "name": "Alice Archer", "email": "alice@demo.test", "position": 0, "reply_to": null, "account_id": "a06eavhmtg16wyxh3", "html_signature": "", "text_signature": ""},
{"id": "i06eavhmtg16wyxhm", "bcc": null, "name": "Bob Baker", "email": "bob@demo.test", "position": 0, "reply_to": null, "account_id": "a06eavhmtg16wyxhd", "html_signature": "", "text_signature": ""}
]$$);
insert into label_removal select * from jsonb_populate_recordset(null::label_removal, $$[
{"keyword": "urgent", "account_id": "a06eavhmtg16wyxh3"}
]$$);
insert into mail_address select * from jsonb_populate_recordset(null::mail_address, $$[
{"address": "alice@demo.test", "owner_id": "p06eavhmtg16wyxh2", "account_id": "organisation", "is_primary": true},
{"address": "bob@demo.test", "owner_id": "p06eavhmtg16wyxhc", "account_id": "organisation", "is_primary": true}
]$$);
insert into mailbox select * from jsonb_populate_recordset(null::mailbox, $$[
{"id": "f06eavhmtg16wyxh6", "name": "Sent", "role": "sent", "parent_id": null, "account_id": "a06eavhmtg16wyxh3", "sort_order": 30, "total_emails": 0, "is_subscribed": true, "total_threads": 0, "unread_emails": 0, "unread_threads": 0},
{"id": "f06eavhmtg16wyxh7", "name": "Archive", "role": "archive", "parent_id": null, "account_id": "a06eavhmtg16wyxh3", "sort_order": 40, "total_emails": 0, "is_subscribed": true, "total_threads": 0, "unread_emails": 0, "unread_threads": 0},
{"id": "f06eavhmtg16wyxh8", "name": "Junk", "role": "junk", "parent_id": null, "account_id": "a06eavhmtg16wyxh3", "sort_order": 50, "total_emails": 0, "is_subscribed": true, "total_threads": 0, "unread_emails": 0, "unread_threads": 0},
{"id": "f06eavhmtg16wyxh9", "name": "Trash", "role": "trash", "parent_id": null, "account_id": "a06eavhmtg16wyxh3", "sort_order": 60, "total_emails": 0, "is_subscribed": true, "total_threads": 0, "unread_emails": 0, "unread_threads": 0},
{"id": "f06eavhmtg16wyxhe", "name": "Inbox", "role": "inbox", "parent_id": null, "account_id": "a06eavhmtg16wyxhd", "sort_order": 10, "total_emails": 0, "is_subscribed": true, "total_threads": 0, "unread_emails": 0, "unread_threads": 0},
{"id": "f06eavhmtg16wyxhf", "name": "Drafts", "role": "drafts", "parent_id": null, "account_id": "a06eavhmtg16wyxhd", "sort_order": 20, "total_emails": 0, "is_subscribed": true, "total_threads": 0, "unread_emails": 0, "unread_threads": 0},
{"id": "f06eavhmtg16wyxhg", "name": "Sent", "role": "sent", "parent_id": null, "account_id": "a06eavhmtg16wyxhd", "sort_order": 30, "total_emails": 0, "is_subscribed": true, "total_threads": 0, "unread_emails": 0, "unread_threads": 0},
{"id": "f06eavhmtg16wyxhh", "name": "Archive", "role": "archive", "parent_id": null, "account_id": "a06eavhmtg16wyxhd", "sort_order": 40, "total_emails": 0, "is_subscribed": true, "total_threads": 0, "unread_emails": 0, "unread_threads": 0},
{"id": "f06eavhmtg16wyxhj", "name": "Junk", "role": "junk", "parent_id": null, "account_id": "a06eavhmtg16wyxhd", "sort_order": 50, "total_emails": 0, "is_subscribed": true, "total_threads": 0, "unread_emails": 0, "unread_threads": 0},
{"id": "f06eavhmtg16wyxhk", "name": "Trash", "role": "trash", "parent_id": null, "account_id": "a06eavhmtg16wyxhd", "sort_order": 60, "total_emails": 0, "is_subscribed": true, "total_threads": 0, "unread_emails": 0, "unread_threads": 0},
{"id": "f06eavhmtg16wyxh4", "name": "Inbox", "role": "inbox", "parent_id": null, "account_id": "a06eavhmtg16wyxh3", "sort_order": 10, "total_emails": 1, "is_subscribed": true, "total_threads": 1, "unread_emails": 0, "unread_threads": 0},
{"id": "f06eavhw4w0xa2n9j", "name": "Projects", "role": null, "parent_id": null, "account_id": "a06eavhmtg16wyxh3", "sort_order": 0, "total_emails": 1, "is_subscribed": true, "total_threads": 1, "unread_emails": 0, "unread_threads": 0},
{"id": "f06eavhmtg16wyxh5", "name": "Drafts", "role": "drafts", "parent_id": null, "account_id": "a06eavhmtg16wyxh3", "sort_order": 20, "total_emails": 1, "is_subscribed": true, "total_threads": 1, "unread_emails": 0, "unread_threads": 0}
]$$);
insert into mailbox_day select * from jsonb_populate_recordset(null::mailbox_day, $$[
{"day": "2026-03-02", "emails": 1, "threads": 1, "account_id": "a06eavhmtg16wyxh3", "mailbox_id": "f06eavhmtg16wyxh4"},
{"day": "2026-03-02", "emails": 1, "threads": 1, "account_id": "a06eavhmtg16wyxh3", "mailbox_id": "f06eavhw4w0xa2n9j"},
{"day": "2026-03-02", "emails": 1, "threads": 1, "account_id": "a06eavhmtg16wyxh3", "mailbox_id": "f06eavhmtg16wyxh5"}
]$$);
insert into mailbox_thread select * from jsonb_populate_recordset(null::mailbox_thread, $$[
{"emails": 1, "unread": 0, "is_unread": false, "newest_at": "2026-03-02T09:01:00+00:00", "newest_id": "m06eavhw4w0xa2n9h", "thread_id": "t06eavhw4w0xa2n9g", "account_id": "a06eavhmtg16wyxh3", "mailbox_id": "f06eavhmtg16wyxh4"},
{"emails": 1, "unread": 0, "is_unread": false, "newest_at": "2026-03-02T09:01:00+00:00", "newest_id": "m06eavhw4w0xa2n9h", "thread_id": "t06eavhw4w0xa2n9g", "account_id": "a06eavhmtg16wyxh3", "mailbox_id": "f06eavhw4w0xa2n9j"},
{"emails": 1, "unread": 0, "is_unread": false, "newest_at": "2026-03-02T09:01:00+00:00", "newest_id": "m06eavhw4w0xa2n9q", "thread_id": "t06eavhw4w0xa2n9p", "account_id": "a06eavhmtg16wyxh3", "mailbox_id": "f06eavhmtg16wyxh5"}
]$$);
insert into organisation select * from jsonb_populate_recordset(null::organisation, $$[
{"name": "Demo", "account_id": "organisation", "created_at": "2026-03-02T09:00:00+00:00", "second_factor_for": "nobody", "second_factor_from": null}
]$$);
insert into person select * from jsonb_populate_recordset(null::person, $$[
{"id": "p06eavhmtg16wyxh2", "name": "Alice Archer", "roles": ["member"], "account_id": "organisation", "created_at": "2026-03-02T09:00:00+00:00", "disabled_at": null, "preferences": {}, "personal_account_id": "a06eavhmtg16wyxh3"},
{"id": "p06eavhmtg16wyxhc", "name": "Bob Baker", "roles": ["member"], "account_id": "organisation", "created_at": "2026-03-02T09:00:00+00:00", "disabled_at": null, "preferences": {}, "personal_account_id": "a06eavhmtg16wyxhd"}
]$$);
insert into person_password select * from jsonb_populate_recordset(null::person_password, $$[
{"hash": "$argon2id$v=19$m=19456,t=2,p=1$+GsfvnhvvieIsUS/0tTXPg$ALBcybymwP2vG8AKAv/exGy8nB9oP8aB3itBlglaS+M", "person_id": "p06eavhmtg16wyxh2", "account_id": "organisation", "changed_at": "2026-03-02T09:00:00+00:00"}
]$$);
insert into push_subscription select * from jsonb_populate_recordset(null::push_subscription, $$[
{"id": "u06eavhw4w0xa2n9w", "url": "https://push.example/1", "auth": null, "sees": ["a06eavhmtg16wyxh3", "organisation"], "told": {"organisation": 2, "a06eavhmtg16wyxh3": 25}, "pause": 0, "types": ["Email"], "due_at": "2026-03-02T09:01:00+00:00", "p256dh": null, "expires": null, "failures": 0, "person_id": "p06eavhmtg16wyxh2", "account_id": "a06eavhmtg16wyxh3", "busy_until": null, "created_at": "2026-03-02T09:01:00+00:00", "credential": "session:s06eavhw4w0xa2n9d", "is_greeted": false, "is_verified": true, "device_client_id": "device", "verification_code": "EYqOvxAjHfWkdo_D0kbeYUVb5ypa16Fy"}
]$$);
insert into queue_message select * from jsonb_populate_recordset(null::queue_message, $$[
{"id": "q06eavhw4w0xa2n9s", "size": 151, "origin": "submission", "begun_at": null, "ended_at": null, "blob_hash": "0ff8f8e75e00dad090e40816da7cf6f91748674ef4aff449b241b68430c81a1e", "mail_from": "alice@demo.test", "report_at": null, "account_id": "a06eavhmtg16wyxh3", "created_at": "2026-03-02T09:01:00+00:00", "message_id": null, "not_before": "2026-03-02T09:01:15+00:00", "canceled_at": null, "submission_id": "s06eavhw4w0xa2n9r", "mail_from_params": {}, "report_failed_at": null}
]$$);
insert into queue_recipient select * from jsonb_populate_recordset(null::queue_recipient, $$[
{"host": null, "lease": null, "reply": null, "state": "waiting", "domain": "demo.test", "params": {}, "report": null, "status": null, "address": "bob@demo.test", "next_at": "2026-03-02T09:01:15+00:00", "attempts": 0, "position": 0, "reported": null, "tried_at": null, "displayed": false, "account_id": "a06eavhmtg16wyxh3", "delayed_at": null, "message_id": "q06eavhw4w0xa2n9s"}
]$$);
insert into saved_search select * from jsonb_populate_recordset(null::saved_search, $$[
{"id": "y06eavhw4w0xa2n9k", "name": "Copper", "search": "copper", "account_id": "a06eavhmtg16wyxh3"}
]$$);
insert into send_count select * from jsonb_populate_recordset(null::send_count, $$[
{"since": "2026-03-02T09:01:00+00:00", "person_id": "p06eavhmtg16wyxh2", "account_id": "organisation", "recipients": 1}
]$$);
insert into sign_in_event select * from jsonb_populate_recordset(null::sign_in_event, $$[
{"at": "2026-03-02T09:01:00+00:00", "id": "v06eavhw4w0xa2n9e", "ip": "192.0.2.1", "way": "browser", "result": "in", "person_id": "p06eavhmtg16wyxh2", "account_id": "organisation", "user_agent": "test"}
]$$);
insert into sign_in_failure select * from jsonb_populate_recordset(null::sign_in_failure, $$[
{"key": "mD3wH99g7kN0hOppH4Ky-HgBk33xXEBNUyGZHPo2vSk", "count": 0, "since": "2026-03-02T09:01:00+00:00", "account_id": "organisation"},
{"key": "192.0.2.1", "count": 0, "since": "2026-03-02T09:01:00+00:00", "account_id": "organisation"}
]$$);
insert into sign_in_session select * from jsonb_populate_recordset(null::sign_in_session, $$[
{"id": "s06eavhw4w0xa2n9d", "ip": "192.0.2.1", "person_id": "p06eavhmtg16wyxh2", "proved_at": "2026-03-02T09:01:00+00:00", "account_id": "organisation", "created_at": "2026-03-02T09:01:00+00:00", "passkey_id": null, "token_hash": "\\x61ca61a80510ae832487b53ccd5557f4cb5187a7cb7f396ce59cf26d40f3c3a1", "user_agent": "test", "last_seen_at": "2026-03-02T09:01:00+00:00"}
]$$);
insert into thread_message_id select * from jsonb_populate_recordset(null::thread_message_id, $$[
{"hash": "0_uvWmXxrqnWxJaE8EMaVP", "thread_id": "t06eavhw4w0xa2n9g", "account_id": "a06eavhmtg16wyxh3", "subject_hash": "E8VVVkSjkoErcrcqejWuxQ"},
{"hash": "bwz8DBoLMMKlb2yEa-uJDI", "thread_id": "t06eavhw4w0xa2n9p", "account_id": "a06eavhmtg16wyxh3", "subject_hash": "87t55Ip6ivHQKPast_o0sM"}
]$$);
insert into type_state select * from jsonb_populate_recordset(null::type_state, $$[
{"type": "Identity", "modseq": 7, "account_id": "a06eavhmtg16wyxh3"},
{"type": "Principal", "modseq": 2, "account_id": "organisation"},
{"type": "Mailbox", "modseq": 6, "account_id": "a06eavhmtg16wyxhd"},
{"type": "Identity", "modseq": 7, "account_id": "a06eavhmtg16wyxhd"},
{"type": "SavedSearch", "modseq": 15, "account_id": "a06eavhmtg16wyxh3"},
{"type": "Label", "modseq": 18, "account_id": "a06eavhmtg16wyxh3"},
{"type": "Mailbox", "modseq": 19, "account_id": "a06eavhmtg16wyxh3"},
{"type": "Email", "modseq": 20, "account_id": "a06eavhmtg16wyxh3"},
{"type": "Thread", "modseq": 21, "account_id": "a06eavhmtg16wyxh3"},
{"type": "EmailDelivery", "modseq": 22, "account_id": "a06eavhmtg16wyxh3"},
{"type": "EmailSubmission", "modseq": 23, "account_id": "a06eavhmtg16wyxh3"},
{"type": "FileNode", "modseq": 25, "account_id": "a06eavhmtg16wyxh3"},
{"type": "VacationResponse", "modseq": 26, "account_id": "a06eavhmtg16wyxh3"}
]$$);
insert into vacation_response select * from jsonb_populate_recordset(null::vacation_response, $$[
{"subject": "Away", "to_date": null, "from_date": null, "html_body": null, "text_body": "Back soon", "account_id": "a06eavhmtg16wyxh3", "is_enabled": true}
]$$);
set session_replication_role = origin;
select graphile_worker.add_job('labels.remove-keywords', job_key => 'labels.remove-keywords', max_attempts => 10);
