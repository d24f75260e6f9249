import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { IS_WHOLE } from "../../formats/src/testing/whole.ts";
import { startLoad } from "../../server/src/testing/smtp-client.ts";
import { faultsOfFilters, filterAll } from "./filters.ts";
import { openSuiteIn } from "./open-suite.ts";
import { serverProcess } from "./server-process.ts";
import type { ServerProcess } from "./server-process.ts";
import { faultsOfCounts, faultsOfMail } from "./stored-mail.ts";

const RECIPIENTS = ["bob@demo.test", "carol@demo.test"];
/** What is killed, in turn; a kill of both comes with either one first. */
const TARGETS = ["server", "postmaster", "both", "server", "postmaster", "both, postmaster first"];
/** The same where several processes serve. */
const TARGETS_OF_MANY = ["process", "server", "process", "both", "postmaster"];

let data: string;
let server: ServerProcess;
/** Accounts whose mail a filter sorts. */
let filtered: readonly string[];

async function prepare(processes: number): Promise<void> {
  data = await mkdtemp(join(tmpdir(), "atrium-durability-"));
  server = await serverProcess(data, {
    ATRIUM_PROCESSES: String(processes),
    // This process puts blobs beside it, as whoever it is.
    ATRIUM_USER: "root",
  });
  await server.start();
  const suite = await openSuiteIn(data, { beside: true });
  await suite.accounts.createOrganisation("system", { name: "Demo", domain: "demo.test" });
  const accountIds: string[] = [];
  for (const address of RECIPIENTS) {
    const person = { name: address, address, password: null };
    accountIds.push((await suite.accounts.persons.create("system", person)).accountId);
  }
  filtered = accountIds.slice(1);
  await filterAll(suite, filtered);
  await suite.close();
}
afterEach(async () => {
  // Nothing is left running when the test failed half way.
  await server.kill();
  server.killPostmaster();
  await rm(data, { recursive: true, force: true });
});

// `npm run soak -- --only kills` does it hundreds of times.
const RUNS = [
  { processes: 1, targets: ["both"] },
  { processes: 1, targets: TARGETS },
  { processes: 2, targets: TARGETS_OF_MANY },
];

test.each(IS_WHOLE ? RUNS : RUNS.slice(0, 1))(
  "kills of $targets under load, with $processes process(es): what was acknowledged is there once",
  async ({ processes, targets }) => {
    await prepare(processes);
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

    for (const [kill, target] of targets.entries()) {
      await acknowledgedMore(20);
      // At another moment of a delivery each time.
      await pause((kill * 37) % 90);
      if (target === "process") {
        expect(server.killProcess()).toBe(true);
        continue;
      }
      if (target !== "server" && target !== "both") expect(server.killPostmaster()).toBe(true);
      if (target !== "postmaster") await server.kill();
      if (target === "both") expect(server.killPostmaster()).toBe(true);
      const isLast = !IS_WHOLE && kill === targets.length - 1;
      if (target !== "postmaster" && !isLast) await server.start();
    }
    // The sample looks at what lies there as soon as both are killed.
    if (IS_WHOLE) await acknowledgedMore(20);
    await load.stop();
    if (IS_WHOLE) expect(await server.stop()).toBe(0);
    expect(load.failures()).toBeGreaterThan(0);

    const suite = await openSuiteIn(data);
    expect(await faultsOfMail(suite, load)).toEqual([]);
    expect(await faultsOfCounts(suite)).toEqual([]);
    expect(await faultsOfFilters(suite, filtered, 0)).toEqual([]);
    await suite.close();
    console.log(
      `${load.acknowledged.length} messages acknowledged, ${load.failures()} connections broken`,
    );
  },
  400_000,
);
