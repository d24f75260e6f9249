import { sql, type Selectable } from "kysely";
import type { Engine } from "../../../engine/index.ts";
import { ownerNameOf, parseAddress } from "../../accounts/index.ts";
import { maySendAs, ownAmong } from "../identity/may-send-as.ts";
import { enqueueMessage } from "../../outbound/index.ts";
import { isAwayAt } from "./absences.ts";
import { answerable, type Answerable } from "./answerable.ts";
import { answerMessage } from "./answer-message.ts";
import type { VacationResponseTable } from "./tables.ts";
import "./tables.ts";

/** For how long a sender who got an answer gets no other (RFC 3834 §2, RFC 5230 §4.1). */
const ANSWER_AGAIN = 7 * 86_400_000;

/** A mail that has come into inboxes just now. */
export interface NewMail {
  readonly accountIds: readonly string[];
  readonly header: Uint8Array;
  /** Empty for the null sender. */
  readonly mailFrom: string;
  readonly receivedAt: Date;
}

/**
 * Answers a mail for those of its recipients who are away. To be called after the delivery; it does not throw, since
 * mail that has been delivered stays delivered whatever becomes of the answer.
 */
export async function answerVacations(engine: Engine, mail: NewMail): Promise<void> {
  try {
    const away = await readAway(engine, mail);
    if (away.length === 0) return;
    const answer = answerable(mail.mailFrom, mail.header);
    if (answer === null) return;
    for (const one of away) await answerFor(engine, one, answer);
  } catch (error) {
    engine.services.log.error({ err: error }, "could not send an out-of-office reply");
  }
}

type Away = Selectable<VacationResponseTable>;

async function readAway({ db }: Engine, { accountIds, receivedAt }: NewMail): Promise<Away[]> {
  if (accountIds.length === 0) return [];
  return await db
    .selectFrom("vacation_response")
    .selectAll()
    .where("account_id", "=", sql<string>`any(${accountIds})`)
    .where(isAwayAt(receivedAt))
    .execute();
}

async function answerFor(engine: Engine, away: Away, to: Answerable): Promise<void> {
  const { db, services } = engine;
  const { account_id: accountId, subject, text_body: text, html_body: html } = away;
  if (await maySendAs(db, accountId, to.sender)) return;
  const from = await ownRecipient(engine, accountId, to);
  if (from === null || (await wasAnswered(engine, accountId, to.sender))) return;
  const bytes = answerMessage(
    to,
    { ...from, name: await nameOf(engine, accountId, from.email) },
    { subject, text, html },
    services.clock.now(),
  );
  const { hash, size } = await services.blobs.put(bytes);
  await engine.write([accountId], async (w) => {
    const again = new Date(w.now.getTime() - ANSWER_AGAIN);
    const { rows } = await sql`
      insert into vacation_answer as a (account_id, address, answered_at)
      values (${accountId}, ${to.sender}, ${w.now}::timestamptz)
      on conflict (account_id, address) do update set answered_at = excluded.answered_at
      where a.answered_at <= ${again}
      returning address`.execute(w.tx);
    // Two mails of one sender at the same moment.
    if (rows.length === 0) return;
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
 * RFC 3834 §2: only who is named as a recipient answers, by that address; not who got it through a list or group. A
 * sender may name any number: the database is asked about the first ones, once for all.
 */
export async function ownRecipient(
  { db }: Pick<Engine, "db">,
  accountId: string,
  { recipients }: Answerable,
): Promise<{ email: string; domain: string } | null> {
  const own = await ownAmong(db, accountId, recipients);
  const address = parseAddress(recipients.find((recipient) => own.has(recipient)) ?? "");
  return address && { email: address.canonical, domain: address.domain };
}

async function wasAnswered(
  { db, services }: Engine,
  accountId: string,
  address: string,
): Promise<boolean> {
  const again = new Date(services.clock.now().getTime() - ANSWER_AGAIN);
  const row = await db
    .selectFrom("vacation_answer")
    .select("address")
    .where("account_id", "=", accountId)
    .where("address", "=", address)
    .where("answered_at", ">", again)
    .executeTakeFirst();
  return row !== undefined;
}

/** What the person is called under this address. */
export async function nameOf(
  { db }: Pick<Engine, "db">,
  accountId: string,
  email: string,
): Promise<string> {
  const identity = await db
    .selectFrom("identity")
    .select("name")
    .where("account_id", "=", accountId)
    .where("email", "=", email)
    .orderBy("position", (order) => order.asc().nullsLast())
    .executeTakeFirst();
  return identity?.name ?? (await ownerNameOf(db, accountId));
}
