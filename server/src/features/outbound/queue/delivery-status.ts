import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { blobId } from "../../../engine/index.ts";
import type { RecipientState } from "./tables.ts";
import "./tables.ts";

/** RFC 8621 §7, `deliveryStatus` of one recipient. */
export interface DeliveryStatus {
  readonly smtpReply: string;
  readonly delivered: "queued" | "yes" | "no" | "unknown";
  readonly displayed: "unknown" | "yes";
}

/** What the queue knows of a submission. */
export interface SubmissionProgress {
  readonly queueId: string;
  readonly undoStatus: "pending" | "final" | "canceled";
  /** By address, as it stood in the envelope. */
  readonly deliveryStatus: Readonly<Record<string, DeliveryStatus>>;
  readonly dsnBlobIds: readonly string[];
  readonly mdnBlobIds: readonly string[];
}

/** What the queue knows of submissions; one that never got into the queue is left out. */
export async function submissionProgress(
  db: Db | Tx,
  accountId: string,
  submissionIds: readonly string[],
): Promise<Map<string, SubmissionProgress>> {
  const messages = await db
    .selectFrom("queue_message")
    .select(["id", "submission_id", "begun_at", "canceled_at"])
    .where("account_id", "=", accountId)
    .where("submission_id", "=", sql<string>`any(${submissionIds})`)
    .execute();
  const ids = messages.map(({ id }) => id);
  const recipients = await db
    .selectFrom("queue_recipient")
    .select(["message_id", "address", "state", "reply", "reported", "displayed"])
    .where("account_id", "=", accountId)
    .where("message_id", "=", sql<string>`any(${ids})`)
    .orderBy("position")
    .execute();
  const reports = await db
    .selectFrom("queue_report")
    .select(["message_id", "blob_hash", "kind"])
    .where("account_id", "=", accountId)
    .where("message_id", "=", sql<string>`any(${ids})`)
    .orderBy("received_at")
    .execute();
  const recipientsOf = Map.groupBy(recipients, ({ message_id }) => message_id);
  const reportsOf = Map.groupBy(reports, ({ message_id }) => message_id);
  return new Map(
    messages.map(({ id, submission_id, begun_at, canceled_at }) => {
      const own = reportsOf.get(id) ?? [];
      const blobs = (kind: "dsn" | "mdn") =>
        own.filter((report) => report.kind === kind).map((report) => blobId(report.blob_hash));
      const progress: SubmissionProgress = {
        queueId: id,
        undoStatus: canceled_at !== null ? "canceled" : begun_at === null ? "pending" : "final",
        deliveryStatus: Object.fromEntries(
          (recipientsOf.get(id) ?? []).map((recipient) => [recipient.address, statusOf(recipient)]),
        ),
        dsnBlobIds: blobs("dsn"),
        mdnBlobIds: blobs("mdn"),
      };
      return [submission_id!, progress];
    }),
  );
}

function statusOf(recipient: {
  state: RecipientState;
  reply: string | null;
  reported: "delivered" | "failed" | null;
  displayed: boolean;
}): DeliveryStatus {
  const { state, reply, reported, displayed } = recipient;
  return {
    // RFC 8621 §7 has a reply made up where no server has said anything.
    smtpReply: reply ?? (state === "canceled" ? "250 2.0.0 Cancelled" : "250 2.1.5 Queued"),
    delivered: reported === null ? DELIVERED[state] : reported === "delivered" ? "yes" : "no",
    displayed: displayed ? "yes" : "unknown",
  };
}

const DELIVERED = {
  waiting: "queued",
  delivered: "yes",
  failed: "no",
  canceled: "no",
  // That another server has taken a message says nothing about the mailbox; its report does (RFC 8621 §7).
  relayed: "unknown",
} as const satisfies Record<RecipientState, DeliveryStatus["delivered"]>;
