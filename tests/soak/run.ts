/**
 * `npm run soak`: the server under what happens to it in years, in two hours: kills, disks that are full or cannot be
 * written, clocks that jump, a thousand listeners, an hour of mail. It wants Linux, and root for the disks.
 *
 *   npm run soak -- [--only kills,full,readonly,broken,clock,clients,growth,hour,fuzz,work,reach,samples] [--kills 300] [--minutes 60] [--report FILE]
 *   npm run soak -- --only fuzz [--seed 1] [--messages 100000] [--requests 100000] [--first 0]
 *   npm run soak -- --only work [--messages 100000]
 *   npm run soak -- --only reach [--seed 1] [--steps 10000]
 *
 * docs/soak.md says what each part does, and holds the report of a whole run.
 */
import { writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { soakClients } from "./clients.ts";
import { soakClock } from "./clock.ts";
import { soakBroken, soakFull, soakReadOnly } from "./disk.ts";
import { soakFuzz } from "./fuzz.ts";
import { soakGrowth } from "./growth.ts";
import { soakHour } from "./hour.ts";
import { soakKills } from "./kills.ts";
import { closeLeftOver } from "./organisation.ts";
import { soakReach } from "./reach.ts";
import { soakSamples } from "./samples.ts";
import { soakWork } from "./work.ts";
import { asMarkdown, createFindings, machine, summary, type Findings } from "./report.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    kills: { type: "string", default: "300" },
    minutes: { type: "string", default: "60" },
    report: { type: "string" },
    seed: { type: "string", default: "1" },
    first: { type: "string", default: "0" },
    messages: { type: "string", default: "100000" },
    requests: { type: "string", default: "100000" },
    steps: { type: "string", default: "10000" },
  },
});
const [kills, minutes] = [Number(values.kills), Number(values.minutes)];

const [seed, first, messages, requests, steps] = [
  Number(values.seed),
  Number(values.first),
  Number(values.messages),
  Number(values.requests),
  Number(values.steps),
];

interface Part {
  readonly title: string;
  /** After so many minutes it is given up. */
  readonly most: number;
  readonly run: (findings: Findings) => Promise<void>;
}

const PARTS: Readonly<Record<string, Part>> = {
  kills: {
    title: `${kills} kills under load`,
    most: 10 + kills / 2,
    run: (findings) => soakKills(findings, kills),
  },
  full: { title: "A full disk", most: 20, run: soakFull },
  readonly: { title: "A read-only disk", most: 20, run: soakReadOnly },
  broken: { title: "A disk that breaks", most: 20, run: soakBroken },
  clock: { title: "Clocks that jump", most: 30, run: soakClock },
  clients: { title: "A thousand listeners, and slow clients", most: 20, run: soakClients },
  growth: { title: "Messages that grow", most: 240, run: soakGrowth },
  hour: {
    title: `${minutes} minutes of mail`,
    most: minutes + 15,
    run: (findings) => soakHour(findings, minutes),
  },
  fuzz: {
    title: `${messages} mutated messages, as many Sieve scripts, and ${requests} mutated requests`,
    most: 30 + (messages + requests) / 1000,
    run: (findings) => soakFuzz(findings, { seed, first, messages, requests }),
  },
  work: {
    title: `Background tasks over ${messages} messages, killed`,
    most: 10 + messages / 1000,
    run: (findings) => soakWork(findings, messages),
  },
  reach: {
    title: `${steps} requests about what is shared and what is not`,
    most: 10 + steps / 200,
    run: (findings) => soakReach(findings, { seed, steps }),
  },
  samples: {
    title: "Every test of which `npm test` tries a sample",
    most: 60,
    run: soakSamples,
  },
};

const wanted = values.only?.split(",") ?? Object.keys(PARTS);
const strange = wanted.filter((name) => PARTS[name] === undefined);
if (
  strange.length > 0 ||
  ![kills, minutes].every((count) => count > 0) ||
  ![seed, first, messages, requests, steps].every((count) => count >= 0)
) {
  const names = Object.keys(PARTS).join(", ");
  console.error(
    `Parts: ${names}. --kills and --minutes must be above zero; --seed, --first, --messages, --requests and --steps must be numbers.`,
  );
  process.exit(2);
}
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void closeLeftOver().finally(() => process.exit(1)));

console.log(machine());
const done: Findings[] = [];
for (const name of wanted) {
  const { title, most, run } = PARTS[name]!;
  console.log(`\n${title}`);
  const findings = createFindings(title);
  done.push(findings);
  const late = pause(most * 60_000, undefined, { ref: false }).then(() => {
    throw new Error(`it was aborted after ${most} minutes`);
  });
  await Promise.race([run(findings), late]).catch((error: unknown) => {
    findings.check("it runs to completion", [String((error as Error).stack)]);
  });
  await closeLeftOver();
}
if (values.report !== undefined)
  writeFileSync(values.report, `${machine()}\n\n${asMarkdown(done)}\n${summary(done)}\n`);
console.log(`\n${summary(done)}`);
process.exit(done.every(({ checks }) => checks.every(({ ok }) => ok !== false)) ? 0 : 1);
