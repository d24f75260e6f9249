import type { EmailAuthentication } from "@atrium/contract/types/email";
import type { Engine } from "../../engine/index.ts";
import type { BlobStore } from "../../platform/blobs/index.ts";
import { isAway } from "../../platform/db/index.ts";
import { deliver, type Delivered } from "../mail/index.ts";
import { fieldsOf } from "./header.ts";
import { listFields } from "./lists/list-fields.ts";
import { withHeader, type Spooled } from "./spool.ts";
import { recipientFields, type EnvelopeRecipient } from "./trace.ts";
import { answerVacations } from "./vacation-response/answer-vacations.ts";

/** A message on its way into mailboxes here. */
export interface Arrival {
  readonly message: Pick<Spooled, "header" | "body">;
  /** Delivered again under the same name, it is not written again. */
  readonly transactionId: string;
  /** Empty for the null sender. */
  readonly mailFrom: string;
  readonly receivedAt: Date;
  /** What this server writes above the message, with line ends; of a copy for one recipient alone it may name that one. */
  readonly trace: (only: EnvelopeRecipient | null) => string;
  readonly mailboxRole?: "inbox" | "junk";
  /** Accounts in whose inbox it goes whatever the role. */
  readonly inboxOf?: ReadonlySet<string>;
  /** Of mail from outside. */
  readonly authentication?: EmailAuthentication | null;
}

export interface Distributed {
  readonly emails: readonly Delivered[];
  /** The durable blob that each account got. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** A commit whose answer was lost is tried again: with the same transaction id nothing is delivered twice. */
const DELIVERY_TRIES = 3;

/**
 * Puts a message into the accounts of all its recipients in one step, each account once. Those reached by a group get
 * the group's copy, which says so; who is written to besides gets the ordinary one. When it resolves, all of it
 * survives the loss of power.
 */
export async function distribute(
  { engine, blobs }: { readonly engine: Engine; readonly blobs: BlobStore },
  arrival: Arrival,
  recipients: readonly EnvelopeRecipient[],
): Promise<Distributed> {
  const { message, mailFrom, mailboxRole = "inbox" } = arrival;
  const fields = fieldsOf(message.header);
  const direct = recipients.filter(({ group }) => group === undefined);
  const [alone = null] = direct.length === 1 ? direct : [];
  const put = async (
    only: EnvelopeRecipient | null,
    more: string,
  ): Promise<{ hash: string; size: number }> => {
    const front = `${recipientFields(mailFrom, only)}${arrival.trace(only)}${more}`;
    const header = Buffer.concat([Buffer.from(front), message.header]);
    return await blobs.put(withHeader(header, message));
  };

  const copies = new Map<string, { hash: string; size: number }>();
  if (direct.length > 0) {
    const copy = await put(alone, "");
    for (const { accountIds } of direct) for (const id of accountIds) copies.set(id, copy);
  }
  for (const recipient of recipients) {
    const { group, accountIds } = recipient;
    const others = accountIds.filter((id) => !copies.has(id));
    if (group === undefined || others.length === 0) continue;
    const copy = await put(recipient, listFields(group, fields));
    for (const id of others) copies.set(id, copy);
  }

  const [first] = copies.values();
  if (first === undefined) throw new Error("a message without recipients");
  const emails = await deliverSurely(engine, {
    ...first,
    transactionId: arrival.transactionId,
    receivedAt: arrival.receivedAt,
    authentication: arrival.authentication ?? null,
    recipients: [...copies].map(([accountId, copy]) => ({
      accountId,
      mailboxRole: arrival.inboxOf?.has(accountId) ? ("inbox" as const) : mailboxRole,
      copy,
    })),
  });
  if (mailboxRole === "inbox" && !isForged(arrival))
    await answerVacations(engine, {
      accountIds: emails.flatMap(({ accountId, duplicate }) => (duplicate ? [] : accountId)),
      header: message.header,
      mailFrom,
      receivedAt: arrival.receivedAt,
    });
  return { emails, hashes: new Map([...copies].map(([id, { hash }]) => [id, hash])) };
}

/** The answer would go to somebody who has not written. */
function isForged({ authentication }: Arrival): boolean {
  return (
    authentication?.spf.result === "fail" ||
    authentication?.dmarc.result === "fail" ||
    authentication?.unprovenOwnDomain !== undefined
  );
}

async function deliverSurely(
  engine: Engine,
  delivery: Parameters<typeof deliver>[1],
): ReturnType<typeof deliver> {
  for (let tries = 1; ; tries++) {
    try {
      return await deliver(engine, delivery);
    } catch (error) {
      if (!isAway(error) || tries === DELIVERY_TRIES) throw error;
    }
  }
}
