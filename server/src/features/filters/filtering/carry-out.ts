import type { Engine, UnitOfWork } from "../../../engine/index.ts";
import type { BlobStore } from "../../../platform/blobs/index.ts";
import type { Secrets } from "../../../platform/secrets/index.ts";
import { addressesOf, notify, parseAddress, readPolicies } from "../../accounts/index.ts";
import type { Copy, Filtered, FilteredEmail } from "../../mail/index.ts";
import { joined, keywordsOf } from "./emails.ts";
import { withHeader, type Spooled } from "../../mail/message/spool.ts";
import { buildReport, enqueueMessage, type NewMessage } from "../../outbound/index.ts";
import { ownAmong } from "../../submission/index.ts";
import { isHere, ownerOf } from "../accounts-of.ts";
import { redirectedHeader, wasRedirected } from "../redirecting/redirect-message.ts";
import { rewriteSender } from "../redirecting/srs.ts";
import { hashOf, WHOLE_SCRIPT, type Decision } from "./filter-mail.ts";
import { destinationOf } from "./mailboxes.ts";
import "../tables.ts";

export interface Filtering {
  readonly engine: Engine;
  readonly blobs: BlobStore;
  readonly secrets: Pick<Secrets, "sign">;
}

/** The message that is filtered. */
export interface Filterable {
  /** Without what this server has written above it. */
  readonly message: Pick<Spooled, "header" | "body">;
  /** Empty for the null sender. */
  readonly mailFrom: string;
  readonly receivedAt: Date;
  /** Whether the sender of the envelope has surely sent it, so that a report goes to nobody else. */
  readonly isProven: boolean;
}

/** Puts what a filter wants into the form in which the delivery does it, blobs and all. */
export async function carryOut(
  filtering: Filtering,
  mail: Filterable,
  decision: Decision,
): Promise<Filtered> {
  const { blobs } = filtering;
  const { accountId, copy, mailboxes, reject } = decision;
  const faults = decision.error === null ? [] : [describe(decision.error)];
  const copies = await Promise.all(
    decision.headers.map((header) => blobs.put(withHeader(header, mail.message))),
  );
  const copyOf = (header: number | null): Copy => (header === null ? copy : copies[header]!);

  const filed = new Map<string, FilteredEmail>();
  const file = (key: string, email: FilteredEmail): unknown => filed.set(key, email);
  const home = (header: number | null = null, keywords: readonly string[] = []): unknown =>
    file("home", { destinations: ["home"], keywords, copy: copyOf(header) });
  const inboxId = mailboxes.find(({ role }) => role === "inbox")?.id;
  for (const { mailbox, flags, header } of decision.filed) {
    const to = mailbox === null ? "home" : destinationOf(mailboxes, mailbox);
    const keywords = keywordsOf(flags);
    if (to === null) faults.push(`there is no folder “${mailbox!.name.slice(0, 100)}”`);
    if (to === null || to === "home" || ("id" in to && to.id === inboxId)) home(header, keywords);
    else file(JSON.stringify(to), { destinations: [to], keywords, copy: copyOf(header) });
  }

  const redirects = await redirectsOf(filtering, mail, decision);
  // What is not redirected is kept, wherever it was meant to be besides.
  if (redirects.kept && filed.size === 0) home();
  const leaving = await leavingOf(filtering, mail, decision, redirects);
  const report = reject === null ? null : await rejectionOf(filtering, mail, decision);
  // Whoever cannot be told does not lose the message.
  if (reject !== null && report === null) home();

  return {
    emails: joined([...filed.values()]),
    rules: decision.rules,
    async also(w) {
      for (const message of leaving)
        await enqueueMessage(w, { accountId, ...message, origin: "redirect" });
      if (report !== null)
        await enqueueMessage(w, {
          accountId,
          ...report,
          mailFrom: "",
          recipients: [{ address: mail.mailFrom, params: { NOTIFY: "NEVER" } }],
          origin: "dsn",
        });
      await rememberSeen(w, decision);
      if (faults.length > 0) await noteFailure(w, decision, faults[0]!);
    },
  };
}

type Leaving = Pick<NewMessage, "hash" | "size" | "mailFrom" | "recipients">;

/** What is redirected, as it leaves: those that get the same are one message to several. */
async function leavingOf(
  { engine, blobs, secrets }: Filtering,
  mail: Filterable,
  { copy, headers }: Decision,
  { leaving, own }: Redirects,
): Promise<readonly Leaving[]> {
  if (leaving.length === 0) return [];
  const mailFrom = (await isHere(engine.db, mail.mailFrom))
    ? mail.mailFrom
    : rewriteSender(secrets, { ...mail, domain: own.domain, now: mail.receivedAt });
  const params = { NOTIFY: mailFrom === "" ? "NEVER" : "FAILURE" };
  const messages: Leaving[] = [];
  for (const [header, alike] of Map.groupBy(leaving, (redirect) => redirect.header)) {
    const given = header === null ? await headerOf(engine, copy, mail) : headers[header]!;
    const bytes = redirectedHeader(Buffer.from(given), own.address);
    const blob = await blobs.put(withHeader(bytes, mail.message));
    const recipients = alike.map(({ address }) => ({ address, params }));
    messages.push({ ...blob, mailFrom, recipients });
  }
  return messages;
}

/** The header of the copy. */
async function headerOf(
  { services }: Engine,
  copy: Copy,
  { message }: Filterable,
): Promise<Uint8Array> {
  let body = 0;
  for await (const piece of message.body()) body += piece.length;
  return await services.blobs.read(copy.hash, { start: 0, end: copy.size - body });
}

interface Redirects {
  readonly leaving: Decision["redirects"];
  /** Some are not done, and the message is kept for them. */
  readonly kept: boolean;
  readonly own: { readonly address: string; readonly domain: string };
}

async function redirectsOf(
  { engine: { db } }: Filtering,
  { message }: Filterable,
  { accountId, redirects }: Decision,
): Promise<Redirects> {
  const none = { leaving: [], kept: redirects.length > 0, own: { address: "", domain: "" } };
  if (redirects.length === 0) return none;
  const addresses = await addressesOf(db, accountId);
  const own = parseAddress(addresses[0] ?? "");
  if (own === null || wasRedirected(message.header, new Set(addresses))) return none;
  const { mayForwardOutside } = await readPolicies(db);
  const leaving: Decision["redirects"][number][] = [];
  const toOneself = await ownAmong(
    db,
    accountId,
    redirects.map(({ address }) => address),
  );
  for (const redirect of redirects) {
    if (toOneself.has(redirect.address) || parseAddress(redirect.address) === null) continue;
    if (mayForwardOutside || (await isHere(db, redirect.address))) leaving.push(redirect);
  }
  return {
    leaving,
    kept: leaving.length < redirects.length,
    own: { address: own.canonical, domain: own.domain },
  };
}

/** The report to the sender of a message that a filter rejects; `null` where nobody can be told. */
async function rejectionOf(
  { engine, blobs }: Filtering,
  { message, mailFrom, receivedAt, isProven }: Filterable,
  { to, reject }: Decision,
): Promise<Copy | null> {
  if (mailFrom === "" || !isProven || reject === null) return null;
  const domain = parseAddress(to)?.domain;
  if (domain === undefined) return null;
  const bytes = buildReport({
    to: mailFrom,
    envelopeId: null,
    ownName: domain,
    domain,
    arrivedAt: receivedAt,
    now: engine.services.clock.now(),
    recipients: [
      {
        address: to,
        params: {},
        kind: "failed",
        reply: `550 5.7.1 ${oneLine(reject.reason)}`,
        status: "5.7.1",
        host: null,
        triedAt: receivedAt,
        triedUntil: receivedAt,
      },
    ],
    original: { bytes: message.header, isWhole: false },
    subject: null,
    messageId: null,
  });
  return await blobs.put(bytes);
}

/** Characters of a reason that a reply has. */
const MAX_REASON = 400;
const oneLine = (text: string): string =>
  text
    .replaceAll(/[^ -~]+/g, " ")
    .trim()
    .slice(0, MAX_REASON) || "The message was rejected by its recipient";

async function rememberSeen(w: UnitOfWork, { accountId, duplicates }: Decision): Promise<void> {
  for (const { key, seconds, isLast } of duplicates) {
    const row = {
      account_id: accountId,
      key_hash: hashOf(key),
      expires_at: new Date(w.now.getTime() + seconds * 1000),
    };
    await w.tx
      .insertInto("sieve_duplicate")
      .values(row)
      .onConflict((conflict) => {
        const again = conflict
          .columns(["account_id", "key_hash"])
          .doUpdateSet({ expires_at: row.expires_at });
        // RFC 7352 §3.3: without `:last` the first one counts as long as it is remembered.
        return isLast ? again : again.where("sieve_duplicate.expires_at", "<=", w.now);
      })
      .execute();
  }
}

const describe = ({ line, message }: NonNullable<Decision["error"]>): string =>
  line === WHOLE_SCRIPT ? message : `line ${line}: ${message}`;

/** Characters of a fault that are kept. */
const MAX_FAULT = 300;

/** Notes why a script failed; its owner is told of the first failure since it was changed. */
async function noteFailure(
  w: UnitOfWork,
  { accountId, scriptId, error }: Decision,
  fault: string,
): Promise<void> {
  const message = fault
    .slice(0, MAX_FAULT)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, " ");
  const failure = JSON.stringify({ at: w.now.toISOString(), line: error?.line || null, message });
  const before = await w.tx
    .selectFrom("sieve_script")
    .select(["failure"])
    .where("account_id", "=", accountId)
    .where("id", "=", scriptId)
    .executeTakeFirst();
  // It was changed or destroyed meanwhile.
  if (before === undefined || before.failure?.message === message) return;
  await w.tx
    .updateTable("sieve_script")
    .set({ failure })
    .where("account_id", "=", accountId)
    .where("id", "=", scriptId)
    .execute();
  w.changed(accountId, "SieveScript", scriptId, "updated");
  if (before.failure !== null) return;
  const personId = await ownerOf(w.tx, accountId);
  if (personId !== null)
    await notify(w, "system", { personId, event: "filter-failed", detail: message });
}
