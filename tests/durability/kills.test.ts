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
import { faultsOfCounts, faultsOfMail } from "./stored-mail.ts";

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
  expect(await faultsOfMail(suite, load)).toEqual([]);
  expect(await faultsOfCounts(suite)).toEqual([]);
  await suite.close();
  console.log(
    `${load.acknowledged.length} messages acknowledged, ${load.failures()} connections broken`,
  );
}, 400_000);
