import type { ColumnType, JSONColumnType } from "kysely";

/** `timestamptz`: a `Date` both ways. */
type Time = ColumnType<Date, Date, Date>;
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

/**
 * ESMTP parameters of an envelope as JMAP says them (RFC 8621 §7): values without their xtext encoding; `null` where
 * there is no value.
 */
export type Parameters = Readonly<Record<string, string | null>>;

/** What put a message into the queue. */
export type Origin =
  | "submission"
  | "mua"
  | "dsn"
  | "mdn"
  | "vacation"
  | "list"
  | "recovery"
  | "redirect";

/** `delivered`: into accounts here; `relayed`: another server has taken it over. */
export type RecipientState = "waiting" | "delivered" | "relayed" | "failed" | "canceled";

/** What is to be reported to a sender about a recipient (RFC 3464 §2.3.3). */
export type ReportKind = "failed" | "delayed" | "relayed" | "delivered";

export interface QueueMessageTable {
  account_id: string;
  id: string;
  submission_id: string | null;
  origin: Origin;
  blob_hash: string | null;
  size: number;
  mail_from: string;
  mail_from_params: JSONColumnType<Parameters>;
  message_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Time;
  not_before: Time;
  begun_at: MaybeTime;
  canceled_at: MaybeTime;
  ended_at: MaybeTime;
  report_failed_at: MaybeTime;
  report_at: MaybeTime;
}

export interface QueueRecipientTable {
  account_id: string;
  message_id: string;
  address: string;
  position: number;
  params: JSONColumnType<Parameters>;
  domain: string;
  state: ColumnType<RecipientState, RecipientState | undefined, RecipientState>;
  attempts: ColumnType<number, number | undefined, number>;
  next_at: Time;
  lease: ColumnType<string | null, string | null | undefined, string | null>;
  reply: ColumnType<string | null, string | null | undefined, string | null>;
  status: ColumnType<string | null, string | null | undefined, string | null>;
  host: ColumnType<string | null, string | null | undefined, string | null>;
  tried_at: MaybeTime;
  delayed_at: MaybeTime;
  report: ColumnType<ReportKind | null, ReportKind | null | undefined, ReportKind | null>;
  reported: ColumnType<
    "delivered" | "failed" | null,
    "delivered" | "failed" | null | undefined,
    "delivered" | "failed" | null
  >;
  displayed: ColumnType<boolean, boolean | undefined, boolean>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    /** Whom an account has written to; in lower case, as `email_author` has it. */
    written_to: { account_id: string; address: string };
    queue_message: QueueMessageTable;
    queue_recipient: QueueRecipientTable;
    queue_report: {
      account_id: string;
      message_id: string;
      blob_hash: string;
      kind: "dsn" | "mdn";
      received_at: Time;
    };
  }
}
