/**
 * `npm run bench`: what everyday requests cost the server, and how long a person waits in the browser, in a large account.
 *
 *   npm run bench -- [--messages 100000 | --million] [--only server,start,reading,writing,echo,scrolling,work,bulk]
 *     [--data FOLDER [--fill]] [--chart FILE]
 *
 * docs/benchmarks.md says what each figure is. `npm test` installs the browser that it needs.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../../scripts/build.ts";
import { startSuite } from "../../server/src/testing/suite.ts";
import { fill, IMPORTED } from "./account.ts";
import { benchBrowser, BROWSER_PARTS } from "./browser.ts";
import { benchBulk } from "./bulk.ts";
import { chart } from "./server/chart.ts";
import { benchServer } from "./server/index.ts";
import { report } from "./server/report.ts";

const { values } = parseArgs({
  options: {
    messages: { type: "string", default: "100000" },
    million: { type: "boolean", default: false },
    only: { type: "string" },
    data: { type: "string" },
    fill: { type: "boolean", default: false },
    chart: { type: "string" },
  },
});
const messages = values.million ? 1_000_000 : Number(values.messages);
const PARTS = ["server", ...BROWSER_PARTS, "bulk"] as const;
const wanted = values.only?.split(",") ?? PARTS;
const strange = wanted.filter((name) => !PARTS.some((part) => part === name));
if (strange.length > 0 || !(messages >= 1000)) {
  console.error(`Parts are ${PARTS.join(", ")}; messages are at least ${IMPORTED}.`);
  process.exit(2);
}
const does = (part: (typeof PARTS)[number]): boolean => wanted.includes(part);

console.log(
  `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
);
if (does("server")) await server();
if (wanted.some((part) => part !== "server")) await browser();

async function server(): Promise<void> {
  if (process.platform !== "linux")
    throw new Error("The server's part reads processor time from /proc, which only Linux has.");
  const measured = await benchServer(messages, { folder: values.data, isFilling: values.fill });
  if (measured.length > 0) console.log(`${report(measured)}\n`);
  if (values.chart === undefined || measured.length < 2) return;
  mkdirSync(dirname(values.chart), { recursive: true });
  writeFileSync(values.chart, chart(measured));
}

async function browser(): Promise<void> {
  await build();
  const suite = await startSuite();
  try {
    const { alice, bob } = suite.people;
    await fill(suite, bob, IMPORTED);
    await fill(suite, alice, messages);
    console.log(`browser: ${messages} messages; database without fsync\n`);
    if (BROWSER_PARTS.some(does)) console.log(`${await benchBrowser(suite, does)}\n`);
    if (does("bulk")) console.log(`${await benchBulk(suite)}\n`);
  } finally {
    await suite.close();
  }
}
