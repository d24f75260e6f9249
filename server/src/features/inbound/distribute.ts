import type { EmailAuthentication, EmailJunkVerdict } from "@atrium/contract/types/email";
import type { Engine } from "../../engine/index.ts";
import type { BlobStore } from "../../platform/blobs/index.ts";
import { isUnavailable } from "../../platform/db/index.ts";
import type { Secrets } from "../../platform/secrets/index.ts";
import { ORGANISATION } from "../accounts/index.ts";
import { answerForScripts, filterArrival } from "../filters/index.ts";
import { deliver, RefusedMessage, type Delivered } from "../mail/index.ts";
import { enqueueMessage } from "../outbound/index.ts";
import { fieldsOf } from "../mail/message/header.ts";
import type { ReadArrival } from "./arriving.task.ts";
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
   * Reads it, with the header with which all keep it, while it is stored; without one there are several. Where that reads
   * it not as it is kept, it has to be read from its blob, as it is without this.
   */
  readonly read?: (header: Uint8Array | null) => Promise<ReadArrival | null>;
  /** Says for each account what it is to be taken for, by its words where they could be read. */
  readonly judge?: (
    tokens: readonly string[] | null,
    accountIds: readonly string[],
  ) => Promise<ReadonlyMap<string, EmailJunkVerdict>>;
}

export interface Distributed {
  readonly emails: readonly Delivered[];
  /** The durable blob that each account got. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** What mail is put into mailboxes with. */
export interface Distributing {
  readonly engine: Engine;
  readonly blobs: BlobStore;
  readonly secrets: Pick<Secrets, "sign">;
}

/** A commit whose answer was lost is tried again: with the same transaction id nothing is delivered twice. */
const DELIVERY_TRIES = 3;

/**
 * Puts a message into the accounts of all its recipients in one step, each account once. Those reached by a group get
 * the group's copy, which says so; who is written to besides gets the ordinary one. When it resolves, all of it
 * survives the loss of power.
 */
export async function distribute(
  options: Distributing,
  arrival: Arrival,
  recipients: readonly EnvelopeRecipient[],
): Promise<Distributed> {
  const { engine, blobs } = options;
  const { message, mailFrom, mailboxRole = "inbox" } = arrival;
  await giveBack(options, arrival, recipients);
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

  const { stored, read } = await store(blobs, arrival, copies);
  const [first] = stored.values();
  if (first === undefined) return { emails: [], hashes: new Map() };
  const verdicts = await arrival.judge?.(read?.tokens ?? null, [...stored.keys()]);
  const isJunk = (accountId: string): boolean =>
    arrival.inboxOf?.has(accountId) !== true &&
    (mailboxRole === "junk" || verdicts?.get(accountId)?.isJunk === true);
  // What is judged to be junk stays that, whatever a filter would make of it.
  const filterable = [...stored].flatMap(([accountId, copy]) =>
    isJunk(accountId) ? [] : { accountId, to: addressFor(recipients, accountId), copy },
  );
  const outcomes = await filterArrival(
    options,
    { ...arrival, isProven: isProven(arrival) },
    filterable,
    stored.size === 1,
  );
  const emails = await deliverSurely(engine, {
    ...first,
    transactionId: arrival.transactionId,
    receivedAt: arrival.receivedAt,
    authentication: arrival.authentication ?? null,
    prepared: read?.prepared ?? null,
    recipients: [...stored].map(([accountId, copy]) => {
      const { filtered } = outcomes.get(accountId) ?? {};
      const role = isJunk(accountId) ? ("junk" as const) : ("inbox" as const);
      const verdict = verdicts?.get(accountId);
      const junk = verdict ? { ...verdict, isJunk: role === "junk" } : null;
      return { accountId, mailboxRole: role, copy, junk, ...(filtered && { filtered }) };
    }),
  });
  if (!isForged(arrival)) {
    const mail = { header: message.header, mailFrom, receivedAt: arrival.receivedAt };
    const isNew = new Set(
      emails.flatMap(({ accountId, duplicate }) =>
        duplicate || isJunk(accountId) || arrival.inboxOf?.has(accountId) ? [] : accountId,
      ),
    );
    await answerVacations(engine, { ...mail, accountIds: [...isNew] });
    await answerForScripts(
      engine,
      mail,
      [...outcomes].flatMap(([accountId, { vacation }]) =>
        vacation !== null && isNew.has(accountId) ? { accountId, vacation } : [],
      ),
    );
  }
  return { emails, hashes: new Map([...stored].map(([id, { hash }]) => [id, hash])) };
}

/** The address by which an account is reached. */
const addressFor = (recipients: readonly EnvelopeRecipient[], accountId: string): string =>
  recipients.find(({ accountIds }) => accountIds.includes(accountId))!.original;

/**
 * Passes on what comes back to the senders of messages that were redirected.
 * @throws RefusedMessage for what is no report: nobody writes to others through such an address.
 */
async function giveBack(
  { engine, blobs }: Distributing,
  { message, mailFrom, trace, receivedAt }: Arrival,
  recipients: readonly EnvelopeRecipient[],
): Promise<void> {
  for (const recipient of recipients) {
    const { returnTo } = recipient;
    if (returnTo === undefined) continue;
    if (mailFrom !== "") throw new RefusedMessage("rejected");
    const header = Buffer.concat([Buffer.from(trace(recipient)), message.header]);
    const blob = await blobs.put(withHeader(header, message));
    await engine.write([ORGANISATION], (w) =>
      enqueueMessage(w, {
        accountId: ORGANISATION,
        ...blob,
        mailFrom: "",
        recipients: [{ address: returnTo, params: { NOTIFY: "NEVER" } }],
        notBefore: receivedAt,
        origin: "redirect",
      }),
    );
  }
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
  read: ReadArrival | null;
}> {
  const [only] = copies.length === 1 ? copies : [];
  // Where there are several, their reading must not have to wait for a thread that waits for a header.
  const reading = read?.(only?.header ?? null);
  const stored = new Map<string, { readonly hash: string; readonly size: number }>();
  for (const { header, accountIds } of copies) {
    const blob = await blobs.put(withHeader(header, message));
    for (const id of accountIds) stored.set(id, blob);
  }
  return { stored, read: (await reading) ?? null };
}

/** SPF speaks of the sender in the envelope; what has not been checked comes from this house. */
const isProven = ({ authentication }: Arrival): boolean =>
  authentication == null || authentication.spf.result === "pass";

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
