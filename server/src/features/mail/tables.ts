import type { ColumnType, Generated } from "kysely";
import type { MailboxRole } from "@atrium/contract/types/mailbox";
import type {
  EmailAddress,
  EmailAuthentication,
  EmailJunkVerdict,
} from "@atrium/contract/types/email";

type Time = ColumnType<Date, Date, Date>;

export interface MailboxTable {
  account_id: string;
  id: string;
  name: string;
  parent_id: string | null;
  role: MailboxRole | null;
  sort_order: number;
  is_subscribed: boolean;
  total_emails: Generated<number>;
  unread_emails: Generated<number>;
  total_threads: Generated<number>;
  unread_threads: Generated<number>;
}

/** Address fields as RFC 8621 §4.1.3 has them; null where the message has no such header. */
export interface Addresses {
  sender: EmailAddress[] | null;
  from: EmailAddress[] | null;
  to: EmailAddress[] | null;
  cc: EmailAddress[] | null;
  bcc: EmailAddress[] | null;
  replyTo: EmailAddress[] | null;
}

export interface MessageIds {
  messageId: string[] | null;
  inReplyTo: string[] | null;
  references: string[] | null;
}

export interface EmailTable {
  account_id: string;
  id: string;
  thread_id: string;
  blob_hash: string;
  size: number;
  received_at: Time;
  sent_at: Time | null;
  sent_offset: number | null;
  mailbox_ids: string[];
  keywords: string[];
  has_attachment: boolean;
  subject: string | null;
  base_subject: string;
  preview: string;
  addresses: Addresses;
  message_ids: MessageIds;
  authentication: EmailAuthentication | null;
  snoozed_until: Time | null;
  snoozed_to: string | null;
  follow_up_at: Generated<Date | null>;
  /** Where a message in the trash was before; null elsewhere. */
  trashed_from: Generated<string[] | null>;
  filtered_by: Generated<string[] | null>;
  junk: Generated<EmailJunkVerdict | null>;
  is_partly_read: Generated<boolean>;
}

/** What a person said of a message, and what of it was learned. */
export interface JunkReportTable {
  account_id: string;
  email_id: string;
  person_id: string;
  is_junk: boolean;
  author: string | null;
  reported_at: Time;
  is_example: Generated<boolean>;
  is_pending: boolean;
  learned_as_junk: boolean | null;
  learned_at: Time | null;
  buckets: number[] | null;
}

/** What `email` had of a message that was destroyed. */
export interface DeletedEmailTable extends Pick<
  EmailTable,
  | "account_id"
  | "id"
  | "blob_hash"
  | "size"
  | "received_at"
  | "mailbox_ids"
  | "keywords"
  | "has_attachment"
  | "subject"
  | "preview"
  | "authentication"
  | "trashed_from"
> {
  deleted_at: Time;
  sender: EmailAddress[] | null;
}

declare module "../../platform/db/tables.ts" {
  interface Tables {
    mailbox: MailboxTable;
    mailbox_subscription: { account_id: string; mailbox_id: string; person_id: string };
    email: EmailTable;
    deleted_email: DeletedEmailTable;
    junk_report: JunkReportTable;
    email_mailbox: { account_id: string; mailbox_id: string; received_at: Time; email_id: string };
    mailbox_thread: {
      account_id: string;
      mailbox_id: string;
      thread_id: string;
      newest_at: Time;
      newest_id: string;
      emails: number;
      unread: number;
      is_unread: boolean;
    };
    mailbox_day: {
      account_id: string;
      mailbox_id: string;
      day: string;
      emails: number;
      threads: number;
    };
    thread_message_id: {
      account_id: string;
      hash: string;
      subject_hash: string;
      thread_id: string;
    };
    email_words: {
      account_id: string;
      received_at: Time;
      email_id: string;
      words: string;
      cut: boolean;
      /** The words of a very long message in pieces that hold all their places. */
      parts: string[] | null;
      version: number;
    };
    delivery: {
      account_id: string;
      transaction_id: string;
      email_id: string;
      delivered_at: Time;
    };
  }
}
