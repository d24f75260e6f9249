import { setTimeout as pause } from "node:timers/promises";
import type { Bench } from "./bench.ts";
import { call, mailboxId } from "./jmap.ts";
import { startWork } from "./load.ts";
import type { Check, Part } from "./part.ts";
import { push } from "./push.ts";
import { conclude } from "./stored.ts";

const BETWEEN = 80;
/** How long it takes whoever watches the database to promote the standby, in milliseconds. */
const NOTICED_AFTER = 2000;

/** The primary goes without a word while people work; its standby takes over. */
export const failover: Part = {
  name: "failover",
  title: "The database killed (-9) under load, its standby promoted",
  async run(bench, check) {
    const { primary, standby } = bench.pair;
    const work = await startWork(bench);
    await work.more(BETWEEN);
    work.longestPause();
    await primary.kill();
    await pause(NOTICED_AFTER);
    await standby.promote();
    const promoted = performance.now();
    await work.more(1);
    bench.say(
      `first message and first draft acknowledged ${(performance.now() - promoted).toFixed(0)} ms after the promotion`,
    );
    await work.more(BETWEEN);
    bench.say(
      `nothing was acknowledged for ${work.longestPause().toFixed(0)} ms, of which ${NOTICED_AFTER} ms until the promotion`,
    );
    await staysAway(bench, check);
    await work.more(BETWEEN);
    await conclude(bench, work, check);
    for (const node of bench.nodes) {
      const ready = await fetch(`${node.url}/readyz`);
      check("the node is ready on the new primary", ready.status === 200, String(ready.status));
    }
    await jobsGoOn(bench, check);
    // Hints and streams go over the new primary.
    await push.run(bench, check);
  },
};

/** The old primary comes back as if nothing had happened: it takes writes, which nobody would ever see. */
async function staysAway(bench: Bench, check: Check): Promise<void> {
  const { primary } = bench.pair;
  await primary.start();
  await primary.query("alter system set synchronous_standby_names = ''");
  await primary.query("select pg_reload_conf()");
  const [alice] = bench.people;
  const box = await mailboxId(bench.url, alice, "drafts");
  const began = Date.now();
  let written = 0;
  // Longer than the servers take to ask every database who it is.
  while (Date.now() - began < 12_000) {
    await call(bench.url, alice, "Email/set", {
      create: { draft: { mailboxIds: { [box]: true }, subject: "after" } },
    });
    written += 1;
    await pause(100);
  }
  const connected = await primary.query<{ n: number }>(
    "select count(*)::int n from pg_stat_activity where datname = 'atrium' and application_name = 'atrium'",
  );
  check(
    `nobody goes back to the old primary when it returns (${written} drafts meanwhile)`,
    connected[0]!.n === 0,
    `${connected[0]!.n} connections`,
  );
  await primary.stop();
}

/** The queue of jobs works on the new primary. */
async function jobsGoOn(bench: Bench, check: Check): Promise<void> {
  const { pool } = bench.operator.platform;
  const { rows } = await pool.query<{ now: Date }>("select now()");
  const began = Date.now();
  for (;;) {
    const { rowCount } = await pool.query(
      "select from graphile_worker._private_known_crontabs where identifier = 'mail.snoozed' and last_execution > $1",
      [rows[0]!.now],
    );
    if (rowCount === 1) break;
    if (Date.now() - began > 90_000) return check("jobs go on", false, "none ran for 90 s");
    await pause(500);
  }
  check("jobs go on", true);
}
