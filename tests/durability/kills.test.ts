import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../server/src/platform/config/index.ts";
import { silentLog } from "../../server/src/platform/log/index.ts";
import { startLoad } from "../../server/src/testing/smtp-client.ts";
import { openSuite } from "../../server/src/wiring/suite.ts";
import { serverProcess } from "./server-process.ts";
import type { ServerProcess } from "./server-process.ts";

const KILLS = 20;
const RECIPIENTS = ["bob@demo.test", "carol@demo.test"];
/** What is killed, in turn; a kill of both comes with either one first. */
const TARGETS = ["server", "postmaster", "both", "server", "postmaster", "both, postmaster first"];

let data: string;
let server: ServerProcess;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "atrium-durability-"));
  server = await serverProcess(data);
  const suite = await openStore();
  await suite.accounts.createOrganisation("system", { name: "Demo", domain: "demo.test" });
  for (const address of RECIPIENTS)
    await suite.accounts.persons.create("system", { name: address, address, password: null });
  await suite.close();
});
afterAll(async () => {
  // Nothing is left running when the test failed half way.
  await server.kill();
  server.killPostmaster();
  await rm(data, { recursive: true, force: true });
});

/** The store by itself, with everything synced as in production. */
function openStore() {
  const { config } = readConfig({}, data);
  return openSuite({ config: { ...config, data }, log: silentLog, say: () => undefined });
}

test(`${KILLS} kills of server, postmaster or both under load: what was acknowledged is there once`, async () => {
  await server.start();
  let turn = 0;
  const load = startLoad({
    port: server.smtpPort,
    connections: 4,
    recipients: () => ((turn += 1) % 3 === 0 ? RECIPIENTS : [RECIPIENTS[turn % 2]!]),
    size: 3000,
  });
  const acknowledgedMore = async (count: number): Promise<void> => {
    const from = load.acknowledged.length;
    while (load.acknowledged.length < from + count) await pause(5);
  };

  for (let kill = 0; kill < KILLS; kill += 1) {
    await acknowledgedMore(20);
    // At another moment of a delivery each time.
    await pause((kill * 37) % 90);
    const target = TARGETS[kill % TARGETS.length]!;
    if (target !== "server" && target !== "both") expect(server.killPostmaster()).toBe(true);
    if (target !== "postmaster") await server.kill();
    if (target === "both") expect(server.killPostmaster()).toBe(true);
    if (target !== "postmaster") await server.start();
  }
  await acknowledgedMore(20);
  await load.stop();
  expect(await server.stop()).toBe(0);
  expect(load.failures()).toBeGreaterThan(0);

  const suite = await openStore();
  const { pool, blobs } = suite.platform;
  const { rows } = await pool.query<{
    id: string;
    account: string;
    hash: string;
    to: number;
    boxes: number;
  }>(`
    select e.message_ids->'messageId'->>0 id, e.account_id account, e.blob_hash hash,
      jsonb_array_length(e.addresses->'to') "to",
      (select count(*) from email_mailbox m where m.account_id = e.account_id and m.email_id = e.id) boxes
    from email e`);
  const copies = new Map<string, Set<string>>();
  for (const { id, account, hash, boxes } of rows) {
    const accounts = copies.get(id) ?? new Set();
    expect([id, accounts.has(account)]).toEqual([id, false]);
    copies.set(id, accounts.add(account));
    expect(boxes).toBe(1);
    expect(
      createHash("sha256")
        .update(await blobs.read(hash))
        .digest("hex"),
    ).toBe(hash);
  }
  // Each recipient has it, acknowledged or not: a delivery to several is one step.
  for (const { id, to } of rows) expect([id, copies.get(id)?.size]).toEqual([id, to]);
  const stored = new Set(copies.keys());
  expect(load.acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  expect(new Set(load.acknowledged).size).toBe(load.acknowledged.length);
  const unknown = [...stored].filter((id) => !load.attempted.includes(id));
  expect(unknown).toEqual([]);

  // What lists and counts are made of was written in the same transactions.
  const { rows: counts } = await pool.query<{ total: number; real: number }>(`
    select total_emails total, (select count(*) from email_mailbox m
      where m.account_id = mailbox.account_id and m.mailbox_id = mailbox.id) real
    from mailbox`);
  for (const { total, real } of counts) expect(total).toBe(real);
  await suite.close();
  console.log(
    `${load.acknowledged.length} messages acknowledged, ${load.failures()} connections broken`,
  );
}, 400_000);
