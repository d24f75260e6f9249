/**
 * `npm run tasks`: what people do with mail all day, done in a real browser by mouse, by keyboard and by touch, against a
 * whole server with the demo organisation. Writes `docs/tasks.md` and its pictures when all of it was done.
 * `npm run tasks -- find forward` does only those, `--way touch` only that way; neither writes the page.
 */
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { build } from "../../scripts/build.ts";
import { launchChromium } from "../e2e/chromium.ts";
import { handOf } from "./hand.ts";
import { writeRecord } from "./record.ts";
import { setStage, type Stage } from "./stage.ts";
import { WAYS, type Outcome, type Task, type Way } from "./task.ts";
import { TASKS } from "./tasks.ts";

const DOCS = resolve(import.meta.dirname, "../../docs");
const MESSAGES = 2000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { way: { type: "string", multiple: true }, pictures: { type: "string" } },
});
const tasks = TASKS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const ways = WAYS.filter((way) => !values.way || values.way.includes(way));
const isWhole = tasks.length === TASKS.length && ways.length === WAYS.length;
const pictures =
  values.pictures ?? (isWhole ? join(DOCS, "tasks") : mkdtempSync(join(tmpdir(), "atrium-tasks-")));
mkdirSync(pictures, { recursive: true });

await build();
const browser = await launchChromium();
const outcomes: Outcome[] = [];
const faults: string[] = [];
const stages = new Map<Way, Stage>();
try {
  const slow = tasks.filter(({ isSlow }) => isSlow);
  for (const way of ways) {
    const stage = await setStage(MESSAGES);
    stages.set(way, stage);
    const quick = tasks.filter(({ isSlow }) => !isSlow);
    for (const isLast of [undefined, true] as const)
      for (const task of quick.filter((one) => one.isLast === isLast))
        await perform(browser, stage, task, way);
  }
  // What takes minutes of waiting is waited for side by side.
  for (const task of slow)
    await Promise.all([...stages].map(([way, stage]) => perform(browser, stage, task, way)));
} finally {
  await browser.close();
  for (const stage of stages.values()) await stage.close();
}

if (faults.length > 0) {
  console.log(`\n${faults.length} faults:\n${faults.map((fault) => `- ${fault}`).join("\n")}`);
  process.exitCode = 1;
}
if (isWhole && faults.length === 0) writeRecord(join(DOCS, "tasks.md"), tasks, outcomes);
console.log(`Pictures: ${pictures}`);

async function perform(on: Browser, stage: Stage, task: Task, way: Way): Promise<void> {
  const context = await stage.open(on, way);
  const hand = handOf(way, {
    context,
    url: stage.line.url,
    picture: join(pictures, `${task.name}-${way}.webp`),
  });
  const name = `${task.title} (${way})`;
  try {
    await task.run({ hand, mail: await stage.mail("alice"), stage });
    const { steps, acts } = hand.result();
    outcomes.push({ task: task.name, way, steps, acts });
    console.log(`${name}: ${acts} acts`);
  } catch (error) {
    faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    console.log(
      `${name}: FAILED after ${JSON.stringify(hand.result().steps.at(-1))}\n${String(error)}`,
    );
    await hand.picture().catch(() => undefined);
  }
  faults.push(...hand.faults.map((fault) => `${name}: ${fault}`));
  await context.close();
}
