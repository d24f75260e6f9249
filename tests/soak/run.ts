/**
 * `npm run soak`: the server under what an organisation does to it in months, in hours: kills, disks that are full or
 * cannot be written, clocks that jump, a thousand listeners, an hour of mail.
 *
 *   npm run soak -- [--only kills,full,readonly,clock,clients,hour] [--kills 300] [--minutes 60] [--report FILE]
 *
 * docs/soak.md holds the report of a whole run.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { soakFull, soakReadOnly } from "./disk.ts";
import { soakHour } from "./hour.ts";
import { soakKills } from "./kills.ts";
import { asMarkdown, createFindings, machine, summary, type Findings } from "./report.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    kills: { type: "string", default: "300" },
    minutes: { type: "string", default: "60" },
    report: { type: "string" },
  },
});
const [kills, minutes] = [Number(values.kills), Number(values.minutes)];

const PARTS: Readonly<Record<string, [title: string, run: (findings: Findings) => Promise<void>]>> =
  {
    kills: [`${kills} kills under load`, (findings) => soakKills(findings, kills)],
    full: ["A full disk", soakFull],
    readonly: ["A disk that cannot be written", soakReadOnly],
    hour: ["An hour of mail", (findings) => soakHour(findings, minutes)],
  };

const wanted = values.only?.split(",") ?? Object.keys(PARTS);
const strange = wanted.filter((name) => PARTS[name] === undefined);
if (strange.length > 0 || !(kills > 0) || !(minutes > 0)) {
  console.error(
    `Parts are ${Object.keys(PARTS).join(", ")}; --kills and --minutes are numbers above zero.`,
  );
  process.exit(2);
}

console.log(machine());
const done: Findings[] = [];
for (const name of wanted) {
  const [title, run] = PARTS[name]!;
  console.log(`\n${title}`);
  const findings = createFindings(title);
  done.push(findings);
  await run(findings).catch((error: unknown) => {
    findings.check("it comes to its end", [String((error as Error).stack ?? error)]);
  });
}
if (values.report !== undefined)
  writeFileSync(values.report, `${machine()}\n\n${asMarkdown(done)}\n${summary(done)}\n`);
console.log(`\n${summary(done)}`);
process.exit(done.every(({ checks }) => checks.every(({ ok }) => ok !== false)) ? 0 : 1);
