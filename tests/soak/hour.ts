import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { startLoad } from "../../server/src/testing/smtp-client.ts";
import { brief, figuresOf } from "../bench/figures.ts";
import { faultsOfCounts, faultsOfMail } from "../durability/stored-mail.ts";
import { createClient, mailboxesOf, type Client } from "./client.ts";
import { createCollector } from "./collector.ts";
import { databaseMemory, growth, MIB, watchMemory } from "./memory.ts";
import { createOrganisation, OUTSIDE, type Organisation } from "./organisation.ts";
import type { Findings } from "./report.ts";
import { createSender, isDrained, left } from "./sending.ts";

const PEOPLE = 20;
const READERS = 8;
const MESSAGES_AN_HOUR = 10_000;
/** Of them so many are sent by people, every other one to the outside; the rest comes in. */
const SENT_AN_HOUR = 1_000;
const CONNECTIONS = 5;
/** Between two looks of a reader into the inbox (milliseconds). */
const LOOK_EVERY = 3000;
/** The server's memory may grow so much in the second half of an hour, counted for an hour (octets). */
const MOST_GROWTH = 32 * MIB;
/** What a process takes until it has seen everything once is no growth; shorter runs are not judged. */
const JUDGED_FROM = 30;
const HOUR = 3_600_000;

/** Mail comes and goes at the pace of a busy organisation, and people read it. */
export async function soakHour(findings: Findings, minutes: number): Promise<void> {
  const collector = createCollector();
  const organisation = await createOrganisation({ people: PEOPLE, settings: collector.settings });
  const { server, people, data } = organisation;
  try {
    await server.start();
    const clients = await Promise.all(
      people.slice(0, READERS).map((person) => createClient(server.url, person)),
    );
    const memory = watchMemory(server.pid);
    const length = minutes * 60_000;
    const end = performance.now() + length;
    const incoming = ((MESSAGES_AN_HOUR - SENT_AN_HOUR) * length) / HOUR;
    let turn = 0;
    const load = startLoad({
      port: server.smtpPort,
      connections: CONNECTIONS,
      recipients: () => [people[(turn += 1) % PEOPLE]!.address],
      size: 6000,
      every: (CONNECTIONS * length) / incoming,
      limit: Math.ceil(incoming),
    });
    // When all of the program has run once, and long before the half that is judged.
    const inUseEarly = pause(length / 10).then(() => collector.inUse(server.pid));
    const sent: Sent[] = [];
    const times: number[] = [];
    const errors: string[] = [];
    await Promise.all(
      clients.map(async (client, index) => {
        const reader = await createReader(client, organisation);
        // Not all of them in the same moment.
        await pause((index * LOOK_EVERY) / READERS);
        const sendEvery = (READERS * HOUR) / SENT_AN_HOUR;
        let nextSend = performance.now() + (index * sendEvery) / READERS;
        while (performance.now() < end) {
          const started = performance.now();
          try {
            await reader.read();
            times.push(performance.now() - started);
            if (performance.now() >= nextSend) {
              nextSend += sendEvery;
              sent.push(await reader.send());
            }
          } catch (error) {
            errors.push(String(error));
          }
          await pause(LOOK_EVERY);
        }
      }),
    );
    await load.stop();
    const samples = memory.end();
    findings.figure("length", `${minutes} minutes`);
    findings.figure("messages received", load.acknowledged.length);
    findings.figure("messages sent by users", sent.length);
    const { runs, median, p95, worst } = figuresOf(times);
    findings.figure("inbox views", runs);
    findings.figure(
      "list and newest message, milliseconds",
      `median ${brief(median)}, p95 ${brief(p95)}, most ${brief(worst)}`,
    );
    findings.check("no reader gets an error", errors);
    findings.check(
      "all expected messages arrived",
      load.acknowledged.length + sent.length >= 0.99 * ((MESSAGES_AN_HOUR * length) / HOUR),
    );
    findings.check("the queue is soon empty", await isDrained(organisation));
    reportMemory(findings, samples, minutes);
    const inUse = [await inUseEarly, await collector.inUse(server.pid)];
    findings.figure(
      "… of it in use after a tenth of the time, and at the end",
      inUse.map((octets) => `${(octets / MIB).toFixed(1)} MiB`).join(", "),
    );
    findings.figure("PostgreSQL at the end", `${Math.round(databaseMemory(data) / MIB)} MiB`);
    findings.check("the server shuts down gracefully", (await server.stop()) === 0);
    await organisation.withStore(async (suite) => {
      findings.check(
        "each received message is stored once and complete",
        await faultsOfMail(suite, load),
      );
      findings.check("each sent message arrived once", [
        ...(await faultsInside(organisation, sent)),
        ...sent
          .filter(({ inside, subject }) => inside === null && left(organisation, subject) !== 1)
          .map(({ subject }) => `${subject} left ${left(organisation, subject)} times`),
      ]);
      findings.check("mailbox counts match their mail", await faultsOfCounts(suite));
    });
  } finally {
    await organisation.close();
    collector.close();
  }
}

function reportMemory(
  findings: Findings,
  samples: ReturnType<ReturnType<typeof watchMemory>["end"]>,
  minutes: number,
): void {
  const half = samples.at(-1)!.at / 2;
  const grown = growth(samples.filter(({ at }) => at >= half));
  const at = (share: number): string =>
    `${Math.round(samples[Math.floor((samples.length - 1) * share)]!.octets / MIB)} MiB`;
  const most = Math.max(...samples.map(({ octets }) => octets));
  findings.figure(
    "server's memory at the start, ¼, ½, ¾, the end",
    [0, 0.25, 0.5, 0.75, 1].map(at).join(", "),
  );
  findings.figure("… at most", `${Math.round(most / MIB)} MiB`);
  findings.figure("… growth in the second half", `${(grown / MIB).toFixed(1)} MiB an hour`);
  const name = `memory grows by less than ${MOST_GROWTH / MIB} MiB an hour in the second half`;
  if (minutes < JUDGED_FROM) findings.skip(name, `judged from ${JUDGED_FROM} minutes on`);
  else findings.check(name, grown < MOST_GROWTH);
}

interface Sent {
  readonly subject: string;
  /** Who gets it, inside; null where it leaves. */
  readonly inside: string | null;
}

/** What a person does all day. */
async function createReader(client: Client, { people }: Organisation) {
  const { inbox, archive } = await mailboxesOf(client);
  const sender = await createSender(client);
  let round = 0;
  return {
    /** Opens the inbox and its newest message, as the main application does; now and then files it. */
    async read(): Promise<void> {
      const answers = await client.request([
        [
          "Email/query",
          {
            filter: { inMailbox: inbox },
            sort: [{ property: "receivedAt", isAscending: false }],
            collapseThreads: true,
            limit: 50,
          },
          "q",
        ],
        [
          "Email/get",
          {
            "#ids": { resultOf: "q", name: "Email/query", path: "/ids" },
            properties: ["threadId", "subject", "from", "preview", "receivedAt", "keywords"],
          },
          "g",
        ],
      ]);
      const failed = answers.find(([name]) => name === "error");
      if (failed !== undefined) throw new Error(JSON.stringify(failed));
      const [newest] = answers[0]![1]["ids"] as string[];
      if (newest === undefined) return;
      await client.call("Email/get", { ids: [newest], fetchAllBodyValues: true });
      round += 1;
      const patch = {
        "keywords/$seen": true,
        ...(round % 5 === 0 && { mailboxIds: { [archive!]: true } }),
      };
      await client.call("Email/set", { update: { [newest]: patch } });
    },
    /** Writes to a colleague, every other time to the outside. */
    async send(): Promise<Sent> {
      // Inside to those who only get mail, so that the copy that a sender keeps is nobody's.
      const inside = people[READERS + Math.floor(Math.random() * (PEOPLE - READERS))]!;
      const isInside = Math.random() < 0.5;
      const subject = `Sent ${randomUUID()}`;
      await sender.send(isInside ? inside.address : `somebody@${OUTSIDE}`, subject);
      return { subject, inside: isInside ? inside.accountId : null };
    },
  };
}

async function faultsInside({ withStore }: Organisation, sent: readonly Sent[]): Promise<string[]> {
  return await withStore(async ({ platform: { pool } }) => {
    const { rows } = await pool.query<{ account: string; subject: string; count: number }>(
      "select account_id account, subject, count(*)::int count from email where subject like 'Sent %' group by 1, 2",
    );
    const copies = new Map(rows.map((row) => [`${row.account} ${row.subject}`, row.count]));
    return sent
      .filter(({ inside }) => inside !== null)
      .map(({ subject, inside }) => ({ subject, count: copies.get(`${inside} ${subject}`) ?? 0 }))
      .filter(({ count }) => count !== 1)
      .map(({ subject, count }) => `${subject} is there ${count} times`);
  });
}
