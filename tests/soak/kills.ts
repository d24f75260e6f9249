import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { figuresOf } from "../bench/figures.ts";
import { processesBelow } from "../durability/server-process.ts";
import { checkAll } from "./check-all.ts";
import { startMixedLoad, takesAgain } from "./mixed-load.ts";
import { faultsOfFilters, filterAll } from "../durability/filters.ts";
import { createOrganisation, OUTSIDE } from "./organisation.ts";
import type { Findings } from "./report.ts";

const PEOPLE = 6;
/** People whose mail a filter sorts and sends on; the last ones do not act on theirs, which would move it. */
const FILTERED = 2;
/** A kill comes within so long after the server has taken something again (milliseconds). */
const AT_MOST_AFTER = 700;
/** One in so many starts is killed in its turn before it has come to its end. */
const START_KILLED = 6;
const START_KILLED_WITHIN = 1500;
/** How long the server may be away after a kill before that is a fault by itself (milliseconds). */
const BACK_WITHIN = 60_000;

const TARGETS = ["server", "postmaster", "both", "both, postmaster first"];
/** Of a server of several processes (`ATRIUM_PROCESSES`); "process" is one of those that serve. */
const TARGETS_OF_MANY = ["process", ...TARGETS];

/** Kills without warning, at random moments, while mail comes and people work. */
export async function soakKills(findings: Findings, kills: number): Promise<void> {
  const organisation = await createOrganisation({
    people: PEOPLE,
    settings: { ATRIUM_SEND_LIMIT: "1000000" },
  });
  const { server, people, withStore } = organisation;
  const filtered = people.slice(-FILTERED).map(({ accountId }) => accountId);
  try {
    await withStore((suite) => filterAll(suite, filtered, `kept@${OUTSIDE}`));
    await server.start();
    const { load, acts } = await startMixedLoad(organisation);
    const processes = processesBelow(server.pid).length;
    const targets = processes > 1 ? TARGETS_OF_MANY : TARGETS;
    const recoveries = new Map<string, number[]>(targets.map((target) => [target, []]));
    let startsKilled = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await takesAgain(load, acts);
      await pause(Math.random() * AT_MOST_AFTER);
      const target = targets[kill % targets.length]!;
      const killed = performance.now();
      if (target === "process") {
        const before = processesBelow(server.pid);
        server.killProcess();
        await isFollowed(server.pid, before);
        recoveries.get(target)!.push(performance.now() - killed);
        continue;
      }
      const postmaster = postmasterOf(organisation.data);
      if (target !== "server" && target !== "both") server.killPostmaster();
      if (target !== "postmaster") await server.kill();
      if (target === "both") server.killPostmaster();
      if (target !== "postmaster" && Math.random() * START_KILLED < 1) {
        const starting = server.start().catch(() => undefined);
        await pause(Math.random() * START_KILLED_WITHIN);
        await server.kill();
        await starting;
        startsKilled += 1;
      } else {
        if (target !== "postmaster") await server.start();
        // Sessions that have not noticed yet still answer.
        if (target !== "server") await isAnother(organisation.data, postmaster);
        await isReady(server.url);
        recoveries.get(target)!.push(performance.now() - killed);
        continue;
      }
      await server.start();
    }
    await takesAgain(load, acts);
    findings.figure("kills", kills);
    if (processes > 1) findings.figure("processes that serve", processes);
    findings.figure("… during start-up", startsKilled);
    await load.stop();
    for (const one of acts) await one.stop();
    for (const [target, times] of recoveries)
      if (times.length > 0) findings.figure(`recovery after killing ${target}`, inSeconds(times));
    findings.figure("recovery after any kill", inSeconds([...recoveries.values()].flat()));
    await checkAll(findings, organisation, load, acts);
    await withStore(async (suite) =>
      findings.check(
        "each filtered message is where its filter files it, and was sent on once",
        await faultsOfFilters(suite, filtered, 1),
      ),
    );
  } finally {
    await organisation.close();
  }
}

/** The process that PostgreSQL has written down; "" while there is none. */
function postmasterOf(data: string): string {
  try {
    return readFileSync(`${data}/pg/postmaster.pid`, "utf8").split("\n", 1)[0]!;
  } catch {
    return "";
  }
}

/** Resolves when another postmaster has come in the place of one that was killed. */
async function isAnother(data: string, before: string): Promise<void> {
  const end = performance.now() + BACK_WITHIN;
  while (["", before].includes(postmasterOf(data))) {
    if (performance.now() > end) throw new Error("PostgreSQL does not come back");
    await pause(5);
  }
}

/** Resolves when another process serves in the place of one that was killed. */
async function isFollowed(pid: number, before: readonly number[]): Promise<void> {
  const end = performance.now() + BACK_WITHIN;
  for (;;) {
    const now = processesBelow(pid);
    if (now.length === before.length && now.some((one) => !before.includes(one))) return;
    if (performance.now() > end) throw new Error("no process takes the killed one's place");
    await pause(5);
  }
}

/** Resolves when the server says that it can serve. */
export async function isReady(url: string): Promise<void> {
  const end = performance.now() + BACK_WITHIN;
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok === true) return;
    if (performance.now() > end) throw new Error("the server does not come back");
    await pause(20);
  }
}

function inSeconds(times: readonly number[]): string {
  const { runs, median, p95, worst } = figuresOf(times);
  const [a, b, c] = [median, p95, worst].map((time) => (time / 1000).toFixed(2));
  return `median ${a} s, p95 ${b} s, most ${c} s (${runs})`;
}
