import type { EmailAuthentication } from "@atrium/contract/types/email";
import type { Engine } from "../../engine/index.ts";
import type { BlobStore } from "../../platform/blobs/index.ts";
import { isUnavailable } from "../../platform/db/index.ts";
import { deliver, type Delivered, type PreparedMessage } from "../mail/index.ts";
import { fieldsOf } from "../mail/message/header.ts";
import { listFields } from "./lists/list-fields.ts";
import { withHeader, type Spooled } from "../mail/message/spool.ts";
import { recipientFields, type EnvelopeRecipient } from "./trace.ts";
import { answerVacations } from "../submission/index.ts";

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
  /**
   * Reads it, with the header with which all keep it, while it is stored; without one there are several. Answers null where
   * it has to be read from its blob, as it is without this.
   */
  readonly read?: (header: Uint8Array | null) => Promise<PreparedMessage | null>;
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
  const headerOf = (only: EnvelopeRecipient | null, more: string): Buffer =>
    Buffer.concat([
      Buffer.from(`${recipientFields(mailFrom, only)}${arrival.trace(only)}${more}`),
      message.header,
    ]);

  const copies: Copy[] = [];
  const reached = new Set<string>();
  const add = (accountIds: readonly string[], header: () => Buffer): void => {
    const others = accountIds.filter((id) => !reached.has(id));
    if (others.length === 0) return;
    for (const id of others) reached.add(id);
    copies.push({ header: header(), accountIds: others });
  };
  add(
    direct.flatMap(({ accountIds }) => accountIds),
    () => headerOf(alone, ""),
  );
  for (const recipient of recipients) {
    const { group, accountIds } = recipient;
    if (group !== undefined) add(accountIds, () => headerOf(recipient, listFields(group, fields)));
  }

  const { stored, prepared } = await store(blobs, arrival, copies);
  const [first] = stored.values();
  if (first === undefined) throw new Error("a message without recipients");
  const emails = await deliverSurely(engine, {
    ...first,
    transactionId: arrival.transactionId,
    receivedAt: arrival.receivedAt,
    authentication: arrival.authentication ?? null,
    prepared,
    recipients: [...stored].map(([accountId, copy]) => ({
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
  return { emails, hashes: new Map([...stored].map(([id, { hash }]) => [id, hash])) };
}

/** What some accounts get of a message. */
interface Copy {
  readonly header: Buffer;
  readonly accountIds: readonly string[];
}

/** Stores the copies, each once; where all get the same, it is read meanwhile. */
async function store(
  blobs: BlobStore,
  { message, read }: Arrival,
  copies: readonly Copy[],
): Promise<{
  stored: ReadonlyMap<string, { readonly hash: string; readonly size: number }>;
  prepared: PreparedMessage | null;
}> {
  const [only] = copies.length === 1 ? copies : [];
  // Where there are several, their reading must not have to wait for a thread that waits for a header.
  const reading = read?.(only?.header ?? null);
  const stored = new Map<string, { readonly hash: string; readonly size: number }>();
  for (const { header, accountIds } of copies) {
    const blob = await blobs.put(withHeader(header, message));
    for (const id of accountIds) stored.set(id, blob);
  }
  const prepared = (await reading) ?? null;
  return { stored, prepared };
}

/** The answer would go to someone who has not written. */
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
      if (!isUnavailable(error) || tries === DELIVERY_TRIES) throw error;
    }
  }
}
