import { decodeText, parseAddresses, parseMessage, type ParsedPart } from "@atrium/formats/mime";
import type { Engine } from "../../../engine/index.ts";
import { addressesOf, parseAddress } from "../../accounts/index.ts";
import { enqueueMessage } from "../../outbound/index.ts";
import {
  answerable,
  answerMessage,
  maySendAs,
  nameOf,
  ownRecipient,
  type Answerable,
} from "../../submission/index.ts";
import { hashOf, type Decision } from "../filtering/filter-mail.ts";
import "../tables.ts";

type Vacation = NonNullable<Decision["vacation"]>;

/**
 * Answers a message as scripts want it (RFC 5230), under the rules of RFC 3834. To be called after the delivery; it does
 * not throw, since mail that has been delivered stays delivered whatever becomes of the answer.
 */
export async function answerForScripts(
  engine: Engine,
  mail: { readonly mailFrom: string; readonly header: Uint8Array },
  answering: readonly { readonly accountId: string; readonly vacation: Vacation }[],
): Promise<void> {
  if (answering.length === 0) return;
  try {
    const to = answerable(mail.mailFrom, mail.header);
    if (to === null) return;
    for (const { accountId, vacation } of answering)
      await answerFor(engine, accountId, vacation, to);
  } catch (error) {
    engine.services.log.error({ err: error }, "could not send the reply of a filter");
  }
}

async function answerFor(
  engine: Engine,
  accountId: string,
  vacation: Vacation,
  to: Answerable,
): Promise<void> {
  const { db, services } = engine;
  if (await maySendAs(db, accountId, to.sender)) return;
  const from = await senderOf(engine, accountId, vacation, to);
  if (from === null) return;
  const { subject = null } = vacation;
  const said = vacation.isMime ? partsOf(vacation.reason) : { text: vacation.reason, html: null };
  const bytes = answerMessage(to, from, { subject, ...said }, services.clock.now());
  const { hash, size } = await services.blobs.put(bytes);
  await engine.write([accountId], async (w) => {
    const expires_at = new Date(w.now.getTime() + vacation.seconds * 1000);
    const row = {
      account_id: accountId,
      handle_hash: hashOf(vacation.handle),
      address: to.sender,
      expires_at,
    };
    const first = await w.tx
      .insertInto("sieve_answer")
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(["account_id", "handle_hash", "address"])
          .doUpdateSet({ expires_at })
          .where("sieve_answer.expires_at", "<=", w.now),
      )
      .returning("address")
      .executeTakeFirst();
    if (first === undefined) return;
    await enqueueMessage(w, {
      accountId,
      hash,
      size,
      // RFC 3834 §3.3: so that an answer to the answer goes nowhere.
      mailFrom: "",
      recipients: [{ address: to.sender, params: { NOTIFY: "NEVER" } }],
      origin: "vacation",
    });
  });
}

/**
 * As whom it is answered; `null` where the message names none of the person's addresses, nor one that the script knows
 * as theirs (RFC 5230 §4.5).
 */
async function senderOf(
  { db }: Engine,
  accountId: string,
  vacation: Vacation,
  to: Answerable,
): Promise<{ name: string; email: string; domain: string } | null> {
  const others = new Set(vacation.addresses.map((address) => address.toLowerCase()));
  const named = await ownRecipient({ db }, accountId, to);
  if (named === null && !to.recipients.some((address) => others.has(address.toLowerCase())))
    return null;
  const [wanted] = parseAddresses(vacation.from ?? "");
  if (wanted !== undefined && (await maySendAs(db, accountId, wanted.email))) {
    const address = parseAddress(wanted.email);
    const email = address?.canonical ?? wanted.email;
    if (address) return { name: wanted.name ?? "", email, domain: address.domain };
  }
  const own = named ?? parseAddress((await addressesOf(db, accountId))[0] ?? "");
  if (own === null) return null;
  const email = "email" in own ? own.email : own.canonical;
  return { name: await nameOf({ db }, accountId, email), email, domain: own.domain };
}

/** The text of a reason that is a MIME entity (RFC 5230 §4.7). */
function partsOf(reason: string): { readonly text: string | null; readonly html: string | null } {
  const { bytes, root } = parseMessage(new TextEncoder().encode(reason));
  const textOf = (type: string): string | null => {
    const found = find(root, type);
    return found === undefined ? null : decodeText(bytes, found).value;
  };
  return { text: textOf("text/plain"), html: textOf("text/html") };
}

function find(part: ParsedPart, type: string): ParsedPart | undefined {
  if (!part.children) return part.type === type ? part : undefined;
  for (const child of part.children) {
    const found = find(child, type);
    if (found !== undefined) return found;
  }
  return undefined;
}
