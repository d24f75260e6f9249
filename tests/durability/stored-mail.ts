import { createHash } from "node:crypto";
import type { Load } from "../../server/src/testing/smtp-client.ts";
import type { Suite } from "../../server/src/wiring/suite.ts";

/**
 * What is wrong with mail that a load has delivered, as sentences: none when each message that was acknowledged is there
 * once for each of its recipients, and whole, and nothing is there that nobody sent.
 * @param from the domain of the load's message ids; other mail is left alone.
 */
export async function faultsOfMail(
  { platform: { pool, blobs } }: Suite,
  { acknowledged, attempted, body }: Pick<Load, "acknowledged" | "attempted" | "body">,
  from = "load.example.net",
): Promise<string[]> {
  const faults: string[] = [];
  const { rows } = await pool.query<{
    id: string;
    account: string;
    hash: string;
    to: number;
    boxes: number;
  }>(
    `select e.message_ids->'messageId'->>0 id, e.account_id account, e.blob_hash hash,
       jsonb_array_length(e.addresses->'to') "to",
       (select count(*) from email_mailbox m where m.account_id = e.account_id and m.email_id = e.id) boxes
     from email e where e.message_ids->'messageId'->>0 like '%@' || $1`,
    [from],
  );
  const copies = new Map<string, Set<string>>();
  for (const { id, account, hash, boxes } of rows) {
    const accounts = copies.get(id) ?? new Set();
    if (accounts.has(account)) faults.push(`${id} is in ${account} twice`);
    copies.set(id, accounts.add(account));
    if (boxes !== 1) faults.push(`${id} is in ${boxes} mailboxes`);
    const bytes = await blobs.read(hash).catch(() => Buffer.of());
    if (createHash("sha256").update(bytes).digest("hex") !== hash)
      faults.push(`the bytes of ${id} are not those of its name`);
    else if (!bytes.toString("latin1").endsWith(`\r\n\r\n${body}`))
      faults.push(`${id} is not whole`);
  }
  // Each recipient has it, acknowledged or not: a delivery to several is one step.
  for (const { id, to } of rows)
    if (copies.get(id)!.size !== to) faults.push(`${id} is not with each of its ${to} recipients`);
  for (const id of acknowledged) if (!copies.has(id)) faults.push(`${id} is lost`);
  if (new Set(acknowledged).size !== acknowledged.length)
    faults.push("a message was acknowledged twice");
  const known = new Set(attempted);
  for (const id of copies.keys()) if (!known.has(id)) faults.push(`nobody sent ${id}`);
  return faults;
}

/** Mailboxes whose counts are not those of their mail, which was written in the same transactions. */
export async function faultsOfCounts({ platform: { pool } }: Suite): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; account: string; total: number; real: number }>(`
    select id, account_id account, total_emails total, (select count(*) from email_mailbox m
      where m.account_id = mailbox.account_id and m.mailbox_id = mailbox.id) real
    from mailbox`);
  return rows
    .filter(({ total, real }) => total !== real)
    .map(({ id, account, total, real }) => `${id} of ${account} says ${total} and has ${real}`);
}
