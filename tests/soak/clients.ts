import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startLoad } from "../../server/src/testing/smtp-client.ts";
import { brief, figuresOf } from "../bench/figures.ts";
import { createClient, type Client } from "./client.ts";
import { createCollector } from "./collector.ts";
import { MIB, residentOf, watchMemory } from "./memory.ts";
import { createOrganisation, PASSWORD, type Organisation, type Person } from "./organisation.ts";
import type { Findings } from "./report.ts";
import { startSlowClients, UNFINISHED_HEADERS } from "./slow.ts";

const PEOPLE = 40;
const LISTENERS = 1000;
const PROCESSES = 4;
const ROUNDS = 20;
/** How soon each listener has to be notified (milliseconds). */
const REACHED_WITHIN = 10_000;
/** What the server may hold in all, with every listener and slow client (octets). */
const MOST_MEMORY = 640 * MIB;
/** … and of it need for slow clients, and for nobody when all have closed. */
const MOST_FOR_SLOW = 64 * MIB;
const MOST_LEFT = 32 * MIB;
/** In 99 of 100 cases a person waits no longer for the list, whoever else is there (milliseconds). */
const MOST_WAIT = 500;
/** Node gives a request's header a minute, and looks every half. */
const HEADERS_END_WITHIN = 100_000;

/** A thousand programs that wait for push, and clients that are slow on purpose, while a person reads mail. */
export async function soakClients(findings: Findings): Promise<void> {
  const collector = createCollector();
  const organisation = await createOrganisation({ people: PEOPLE, settings: collector.settings });
  const { server, people } = organisation;
  const children: ChildProcess[] = [];
  try {
    await server.start();
    const clients: Client[] = [];
    for (const person of people) clients.push(await createClient(server.url, person));
    const reader = startReader(server.url, people[0]!);
    await deliver(organisation, 20);

    const watch = async (what: string, work: () => Promise<void>): Promise<void> => {
      await reader.ask("begin");
      await work();
      const { median, p99 } = shares(await reader.ask("end"));
      findings.figure(
        `a user's list ${what}, milliseconds`,
        `median ${brief(median)}, p99 ${brief(p99)}`,
      );
      findings.check(`${what}, other users are answered in ${MOST_WAIT} ms (p99)`, p99 < MOST_WAIT);
    };
    const inUse = async (when: string): Promise<number> => {
      const [needed, held] = [await collector.inUse(server.pid), residentOf(server.pid)];
      findings.figure(
        `memory in use (and held) ${when}`,
        `${Math.round(needed / MIB)} MiB (${Math.round(held / MIB)} MiB)`,
      );
      return needed;
    };
    await watch("without listeners", () => pause(10_000));
    const before = await inUse("without listeners");
    const cookies = clients.map(({ cookie }) => cookie);
    for (let index = 0; index < PROCESSES; index += 1)
      children.push(
        await startListeners({ url: server.url, cookies, count: LISTENERS / PROCESSES }),
      );
    await inUse(`with ${LISTENERS} listeners`);
    await watch(`with ${LISTENERS} listeners`, () => rounds(findings, organisation, children, ""));
    const fast = await inUse("after mail for all of them");
    const slow = await startSlowClients(server.url, server.smtpPort, clients.at(-1)!);
    const watched = watchMemory(server.pid);
    const began = performance.now();
    await watch("with slow clients as well", async () => {
      await rounds(findings, organisation, children, ", with slow clients");
      while (
        slow.endedHeaders() < UNFINISHED_HEADERS &&
        performance.now() - began < HEADERS_END_WITHIN
      )
        await pause(500);
    });
    findings.check(
      "requests with endless headers are closed",
      slow.endedHeaders() === UNFINISHED_HEADERS,
    );
    const withSlow = await inUse("with slow clients");
    const most = Math.max(...watched.end().map(({ octets }) => octets));
    findings.figure("memory held at most", `${Math.round(most / MIB)} MiB`);
    findings.check(`memory stays below ${MOST_MEMORY / MIB} MiB`, most < MOST_MEMORY);
    findings.check(
      `slow clients cost less than ${MOST_FOR_SLOW / MIB} MiB`,
      withSlow - fast < MOST_FOR_SLOW,
    );
    slow.close();
    reader.close();
    for (const child of children.splice(0)) child.disconnect();
    await pause(3000);
    const after = await inUse("when all have closed");
    findings.check(
      `of closed connections less than ${MOST_LEFT / MIB} MiB is left`,
      after - before < MOST_LEFT,
    );
    findings.check("the server shuts down gracefully", (await server.stop()) === 0);
  } finally {
    for (const child of children) child.disconnect();
    await organisation.close();
    collector.close();
  }
}

/** Mail for every user, again and again; each listener has to be notified each time. */
async function rounds(
  findings: Findings,
  organisation: Organisation,
  children: readonly ChildProcess[],
  where: string,
): Promise<void> {
  const waits: number[] = [];
  const faults: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(children.map((child) => say(child, "round")));
    const sent = Date.now();
    await deliver(organisation, 1);
    const end = performance.now() + REACHED_WITHIN;
    let times: number[] = [];
    let broken = 0;
    while (times.length < LISTENERS && performance.now() < end) {
      await pause(50);
      const answers = await Promise.all(children.map((child) => say(child, "reached")));
      times = answers.flatMap((answer) => answer.times);
      broken = answers.reduce((sum, answer) => sum + answer.broken, 0);
    }
    waits.push(...times.map((time) => time - sent));
    if (times.length < LISTENERS)
      faults.push(`${LISTENERS - times.length} were not told in round ${round} (${broken} ended)`);
    await pause(500);
  }
  const { median, p99 } = shares(waits);
  findings.figure(
    `from sending a message until the push${where}, milliseconds`,
    `median ${brief(median)}, p99 ${brief(p99)}, most ${brief(Math.max(...waits))}`,
  );
  findings.check(`each listener is notified each time${where}`, faults);
}

/** One mail to all people, so many times. */
async function deliver({ server, people }: Organisation, times: number): Promise<void> {
  const load = startLoad({
    port: server.smtpPort,
    connections: 1,
    recipients: () => people.map(({ address }) => address),
    limit: times,
  });
  while (load.acknowledged.length < times) await pause(5);
  await load.stop();
}

function shares(values: readonly number[]): { median: number; p99: number } {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: figuresOf(values).median, p99: sorted[Math.floor(sorted.length * 0.99)]! };
}

interface Reached {
  readonly times: readonly number[];
  readonly broken: number;
}

async function say(child: ChildProcess, word: "round" | "reached"): Promise<Reached> {
  child.send(word);
  return ((await once(child, "message")) as [Reached])[0];
}

async function startListeners(options: object): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL("listeners.ts", import.meta.url)), [
    JSON.stringify(options),
  ]);
  await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("the listeners could not connect"))),
  ]);
  return child;
}

/** A user who opens their list again and again, in a process of their own. */
function startReader(url: string, { address, accountId }: Person) {
  const child = fork(fileURLToPath(new URL("../bench/other.ts", import.meta.url)), [
    JSON.stringify({ url, address, password: PASSWORD, accountId }),
  ]);
  return {
    async ask(word: "begin" | "end"): Promise<readonly number[]> {
      child.send(word);
      return ((await once(child, "message")) as [readonly number[]])[0];
    },
    close: () => child.disconnect(),
  };
}
