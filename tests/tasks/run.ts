/**
 * `npm run tasks`: what people do with mail all day, done in a real browser by mouse, by keyboard and by touch, against a
 * whole server with the demo organisation for each way. Writes `docs/tasks.md` and its pictures.
 * `npm run tasks -- find forward --way touch` does only those again.
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../../scripts/build.ts";
import { launchChromium } from "../e2e/chromium.ts";
import { handOf } from "./hand.ts";
import { writeRecord } from "./record.ts";
import { setStage, type Stage } from "./stage.ts";
import { sizesOf, WAYS, type Outcome, type Size, type Task, type Way } from "./task.ts";
import { TASKS } from "./tasks.ts";

const DOCS = resolve(import.meta.dirname, "../../docs");
const MESSAGES = 1500;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { way: { type: "string", multiple: true }, docs: { type: "string", default: DOCS } },
});
const docs = values.docs;
const tasks = TASKS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const ways = WAYS.filter((way) => !values.way || values.way.includes(way));
mkdirSync(join(docs, "tasks"), { recursive: true });

await build();
const outcomes: Outcome[] = [];
const faults: string[] = [];
const stages = await Promise.all(ways.map(async (way) => [way, await setStage(MESSAGES)] as const));
const browser = await launchChromium();
try {
  await Promise.all(
    stages.flatMap(([way, stage]) => [
      inOrder(stage, way, [
        ...tasks.filter(({ by, isLast }) => by === undefined && isLast !== true),
        ...tasks.filter(({ by, isLast }) => by === undefined && isLast === true),
      ]),
      ...tasks
        .filter(({ by }) => by !== undefined)
        .map((task) => perform(stage, task, way, sizesOf(task, way)[0]!)),
    ]),
  );
} finally {
  await browser.close();
  for (const [, stage] of stages) await stage.close();
}
writeRecord(docs, TASKS, outcomes);
if (faults.length > 0) {
  console.log(`\n${faults.length} faults:\n${faults.map((fault) => `- ${fault}`).join("\n")}`);
  process.exitCode = 1;
}

async function inOrder(stage: Stage, way: Way, list: readonly Task[]): Promise<void> {
  for (const task of list)
    for (const size of sizesOf(task, way)) await perform(stage, task, way, size);
}

async function perform(stage: Stage, task: Task, way: Way, size: Size): Promise<void> {
  const who = task.by ?? "alice";
  const { context, line } = await stage.open(browser, { way, size, who });
  const picture = join(docs, "tasks", `${task.name}-${way}.webp`);
  const isPictured = size === sizesOf(task, way)[0];
  const hand = handOf(way, { context, url: line.url, size, ...(isPictured && { picture }) });
  const name = `${task.title} (${way}, ${size.width})`;
  const started = performance.now();
  try {
    await task.run({ hand, line, mail: await stage.mail(who), stage });
    const { steps, acts } = hand.result();
    outcomes.push({ task: task.name, way, width: size.width, steps, acts });
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${name}: ${acts} acts, ${seconds} s`);
  } catch (error) {
    const last = JSON.stringify(hand.result().steps.at(-1));
    faults.push(`${name}: after ${last}: ${String(error)}`);
    console.log(`${name}: FAILED after ${last}: ${String(error)}`);
    await hand.picture().catch(() => undefined);
  }
  faults.push(...hand.faults.map((fault) => `${name}: ${fault}`));
  await context.close();
}
