import { sql } from "kysely";
import type {
  EmailSubmission,
  EmailSubmissionRecord,
  SubmissionEnvelope,
} from "@atrium/contract/types/email-submission";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import { inMemory, refuse, refuseProperty, type Call, type Store } from "../../../engine/index.ts";
import { rowsOf, type Db, type Tx } from "../../../platform/db/index.ts";
import { parseAddress } from "../../accounts/index.ts";
import { findMessage } from "../../mail/index.ts";
import { identities } from "../identity/identity.ts";
import { countRecipients } from "../sending/send-limit.ts";
import { headerAddresses } from "../sending/sender-fields.ts";
import {
  cancelMessage,
  enqueueMessage,
  releaseSubmissions,
  submissionProgress,
} from "../../outbound/index.ts";
import type { SendingLimits } from "../sending/sending-limits.ts";
import { checkSubmission } from "./check-submission.ts";
import { releaseTime } from "../sending/parameters.ts";
import { openMessage } from "./prepare-message.ts";
import "./tables.ts";
import { SUBMISSION_REFUSALS } from "../refusals.ts";

/** A mail that is checked and durable, and not yet on its way. */
interface Prepared {
  readonly id: string;
  readonly threadId: string;
  readonly envelope: SubmissionEnvelope;
  readonly hash: string;
  readonly size: number;
}

/** What lists are made of. */
interface Row {
  readonly id: string;
  readonly identityId: string;
  readonly emailId: string;
  readonly threadId: string;
  readonly undoStatus: EmailSubmissionRecord["undoStatus"];
  readonly sendAt: Date;
}

export function emailSubmissionStore(
  limits: SendingLimits,
): Store<typeof EmailSubmission, Prepared> {
  return {
    // What was sent within the hour is counted before it is too much.
    writesFirst: true,
    get: readSubmissions,
    list: inMemory<typeof EmailSubmission, Row>({
      all: allSubmissions,
      match: {
        identityIds: (row, ids) => ids.includes(row.identityId),
        emailIds: (row, ids) => ids.includes(row.emailId),
        threadIds: (row, ids) => ids.includes(row.threadId),
        undoStatus: (row, status) => row.undoStatus === status,
        before: (row, time) => row.sendAt < new Date(time),
        after: (row, time) => row.sendAt >= new Date(time),
      },
      compare: {
        emailId: (a, b) => compareText(a.emailId, b.emailId),
        threadId: (a, b) => compareText(a.threadId, b.threadId),
        sentAt: (a, b) => a.sendAt.getTime() - b.sendAt.getTime(),
        sendAt: (a, b) => a.sendAt.getTime() - b.sendAt.getTime(),
      },
    }),

    async prepare(call, record) {
      if (record.undoStatus !== undefined)
        refuseProperty("undoStatus", "cannot be set at creation");
      const { db, accountId, services } = call;
      const [identity] = await identities.read(db, accountId, [record.identityId]);
      if (identity === undefined) return refuseProperty("identityId", "there is no such identity");
      const found = await findMessage(db, accountId, record.emailId);
      if (found === null) return refuseProperty("emailId", "there is no such email");
      const maxSize = limits.maxMessageSize;
      if (found.size > maxSize) refuse("tooLarge", undefined, { maxSize });
      const message = await openMessage(services, found.hash);
      try {
        const header = headerAddresses(message.header);
        const envelope = await checkSubmission(call, record, identity, header, limits);
        const id = services.ids.next("s");
        const now = services.clock.now();
        releaseTime(envelope.mailFrom.parameters, now);
        const { domain } = parseAddress(identity.email)!;
        const { hash, size } = await message.outgoing({ id, domain, date: now });
        return { id, threadId: found.threadId, envelope, hash, size };
      } finally {
        await message.close();
      }
    },

    async create({ w, accountId, actor }, record, prepared) {
      const { id, threadId, envelope, hash, size } = prepared;
      const { mailFrom, rcptTo } = envelope;
      await countRecipients(w, actor.personId, rcptTo.length, limits.sendLimit);
      const held = releaseTime(mailFrom.parameters, w.now);
      // To the second, as clients see it: what they filter by is what they got.
      const sendAt = new Date(utcSeconds(held ?? w.now));
      await w.tx
        .insertInto("email_submission")
        .values({
          account_id: accountId,
          id,
          identity_id: record.identityId,
          email_id: record.emailId,
          thread_id: threadId,
          envelope: JSON.stringify(envelope),
          send_at: sendAt,
        })
        .execute();
      await enqueueMessage(w, {
        accountId,
        submissionId: id,
        hash,
        size,
        mailFrom: mailFrom.email,
        mailFromParams: mailFrom.parameters ?? null,
        recipients: rcptTo.map(({ email, parameters }) => ({
          address: email,
          params: parameters ?? null,
        })),
        // Who asks for a time of release has that time to think again.
        notBefore: held ?? new Date(w.now.getTime() + limits.undoSend),
        origin: "submission",
      });
      const progress = (await submissionProgress(w.tx, accountId, [id])).get(id);
      return {
        id,
        threadId,
        envelope,
        sendAt: utcSeconds(sendAt),
        undoStatus: progress?.undoStatus ?? "final",
        deliveryStatus: progress?.deliveryStatus ?? null,
        dsnBlobIds: [],
        mdnBlobIds: [],
      };
    },

    // The rules let nothing through but taking back.
    async update({ w, accountId }, updates) {
      const read = async (id: string) => (await submissionProgress(w.tx, accountId, [id])).get(id);
      const serverSet = new Map<string, Partial<EmailSubmissionRecord>>();
      for (const { id } of updates) {
        const progress = await read(id);
        if (progress === undefined || !(await cancelMessage(w, accountId, progress.queueId)))
          refuse(SUBMISSION_REFUSALS.cannotUnsend, "the message has been sent");
        serverSet.set(id, { deliveryStatus: (await read(id))!.deliveryStatus });
      }
      return serverSet;
    },

    async destroy({ w, accountId }, ids) {
      await w.tx
        .updateTable("email_submission")
        .set({ destroyed_at: w.now })
        .where("account_id", "=", accountId)
        .where("id", "=", sql<string>`any(${ids})`)
        .execute();
      // RFC 8621 §7.5: what is on its way stays so.
      await releaseSubmissions(w, accountId, ids);
    },
  };
}

async function readSubmissions(
  { db, accountId }: Call,
  ids: readonly string[] | null,
  _properties: readonly string[],
  limit: number,
): Promise<EmailSubmissionRecord[]> {
  const rows = await db
    .selectFrom("email_submission")
    .selectAll()
    .where(rowsOf(accountId, ids))
    .where("destroyed_at", "is", null)
    .orderBy("id")
    .limit(limit)
    .execute();
  const progress = await submissionProgress(
    db,
    accountId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const state = progress.get(row.id);
    return {
      id: row.id,
      identityId: row.identity_id,
      emailId: row.email_id,
      threadId: row.thread_id,
      envelope: row.envelope,
      sendAt: utcSeconds(row.send_at),
      undoStatus: state?.undoStatus ?? "final",
      deliveryStatus: state?.deliveryStatus ?? null,
      dsnBlobIds: state?.dsnBlobIds ?? [],
      mdnBlobIds: state?.mdnBlobIds ?? [],
    };
  });
}

async function allSubmissions({ db, accountId }: Call): Promise<Row[]> {
  const rows = await db
    .selectFrom("email_submission as s")
    .leftJoin("queue_message as q", (join) =>
      join.onRef("q.account_id", "=", "s.account_id").onRef("q.submission_id", "=", "s.id"),
    )
    .select(["s.id", "s.identity_id", "s.email_id", "s.thread_id", "s.send_at"])
    .select(["q.id as queueId", "q.begun_at", "q.canceled_at"])
    .where("s.account_id", "=", accountId)
    .where("s.destroyed_at", "is", null)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    identityId: row.identity_id,
    emailId: row.email_id,
    threadId: row.thread_id,
    sendAt: row.send_at,
    undoStatus: row.canceled_at
      ? "canceled"
      : row.queueId !== null && row.begun_at === null
        ? "pending"
        : "final",
  }));
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** The emails of submissions, of those too that were destroyed just now. */
export async function emailsOf(
  db: Db | Tx,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("email_submission")
    .select(["id", "email_id"])
    .where("account_id", "=", accountId)
    .where("id", "=", sql<string>`any(${ids})`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.email_id]));
}
