import { createHash } from "node:crypto";
import type { Bench } from "./bench.ts";
import type { Check } from "./part.ts";
import type { Work } from "./load.ts";

/** Ends the work that a part did under load, and looks what became of all that was acknowledged. */
export async function conclude(bench: Bench, work: Work, check: Check): Promise<void> {
  await work.stop();
  const { smtp, unavailable, broken } = work.failures();
  bench.say(
    `${work.mail.length} messages and ${work.drafts.length} drafts acknowledged; ${smtp} connections over SMTP and ${broken} requests broken, ${unavailable} told to come again`,
  );
  await allReached(bench, work, check);
  await compare(bench, work, check);
}

/** Compares what was acknowledged with what the database and the blobs hold, and with what was pushed to listeners. */
async function compare(bench: Bench, work: Work, check: Check): Promise<void> {
  const { pool, blobs } = bench.operator.platform;
  const { rows } = await pool.query<{
    id: string | null;
    subject: string;
    account: string;
    hash: string;
    boxes: number;
  }>(`
    select e.message_ids->'messageId'->>0 id, e.subject, e.account_id account, e.blob_hash hash,
      (select count(*)::int from email_mailbox m where m.account_id = e.account_id and m.email_id = e.id) boxes
    from email e`);
  const copies = new Map<string, number>();
  for (const { id, subject, account } of rows)
    for (const name of new Set([id, subject])) {
      const key = `${account} ${name}`;
      copies.set(key, (copies.get(key) ?? 0) + 1);
    }
  const alice = bench.people[0].accountId;
  const lost = (names: readonly string[]): string[] =>
    names.filter((name) => copies.get(`${alice} ${name}`) === undefined);
  const twice = (names: readonly string[]): string[] =>
    names.filter((name) => (copies.get(`${alice} ${name}`) ?? 0) > 1);
  for (const [kind, names] of [
    ["message taken over SMTP", work.mail],
    ["draft written over JMAP", work.drafts],
  ] as const) {
    check(
      `every ${kind} is there (${names.length})`,
      names.length > 0 && lost(names).length === 0,
      `lost: ${lost(names).join(" ")}`,
    );
    check(
      `none of them is there twice`,
      twice(names).length === 0,
      `twice: ${twice(names).join(" ")}`,
    );
  }
  const homeless = rows.filter(({ boxes }) => boxes !== 1);
  check("each lies in one mailbox", homeless.length === 0, JSON.stringify(homeless.slice(0, 3)));
  let damaged = 0;
  const left = rows.map(({ hash }) => hash);
  const readers = Array.from({ length: 8 }, async () => {
    for (let hash = left.pop(); hash !== undefined; hash = left.pop()) {
      const bytes = await blobs.read(hash).catch(() => Buffer.alloc(0));
      if (createHash("sha256").update(bytes).digest("hex") !== hash) damaged += 1;
    }
  });
  await Promise.all(readers);
  check("each has its bytes", damaged === 0, `${damaged} have not`);
  const { wrong } = work.failures();
  check("every refusal said to try again", wrong.length === 0, wrong.slice(0, 3).join("\n"));
}

/** Listeners come back by themselves and get the newest state in the end. */
async function allReached(bench: Bench, work: Work, check: Check): Promise<void> {
  const late: string[] = [];
  for (const [index, listener] of work.listeners.entries()) {
    const { accountId } = bench.people[index < work.listeners.length / 2 ? 0 : 1];
    const state = Number((await bench.operator.engine.states(accountId))["Email"]);
    await listener.reached(state, 45_000).catch((error: Error) => late.push(error.message));
    listener.stop();
  }
  check(
    `all ${work.listeners.length} listeners heard of the last change`,
    late.length === 0,
    late.join("\n"),
  );
}
