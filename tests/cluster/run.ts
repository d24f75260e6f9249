/**
 * `npm run cluster`: two nodes on a PostgreSQL with a synchronous standby, behind a balancer, while things break.
 *
 *   npm run cluster -- [--only start,push,node,rolling,s3,failover] [--blobs folder|s3]
 *
 * Wants Debian's `postgresql-15` (ATRIUM_PG_BIN: the folder of its programs). `start` is part of every run. Messages lie in
 * a folder that the nodes share, or with `--blobs s3` in OpenStack Swift.
 */
import { parseArgs } from "node:util";
import { openBench } from "./bench.ts";
import { failover } from "./failover.ts";
import { node } from "./node.ts";
import type { Part } from "./part.ts";
import { push } from "./push.ts";
import { rolling } from "./rolling.ts";
import { s3 } from "./s3.ts";
import { startSwift } from "./swift.ts";

/** In this order: the failover comes last, since afterwards there is one database. */
const PARTS: readonly Part[] = [push, rolling, node, s3, failover];

const { values } = parseArgs({
  options: { only: { type: "string" }, blobs: { type: "string", default: "folder" } },
});
const wanted = values.only?.split(",") ?? PARTS.map(({ name }) => name);
const strange = wanted.filter(
  (name) => name !== "start" && !PARTS.some((part) => part.name === name),
);
if (strange.length > 0 || !["folder", "s3"].includes(values.blobs)) {
  const names = PARTS.map(({ name }) => name).join(", ");
  console.error(`Parts are start, ${names}; blobs are in a folder or in s3.`);
  process.exit(2);
}

let passed = 0;
let failed = 0;
const say = (line: string): void => console.log(`    ${line}`);
const check = (what: string, isGood: boolean, detail = ""): void => {
  if (isGood) passed += 1;
  else failed += 1;
  console.log(`  ${isGood ? "✓" : "✗"} ${what}${isGood || detail === "" ? "" : `: ${detail}`}`);
};

console.log("Start");
const swift = values.blobs === "s3" ? await startSwift() : null;
const bench = await openBench(swift?.env ?? null, say, check).catch(async (error: unknown) => {
  await swift?.stop();
  throw error;
});
try {
  for (const part of PARTS) {
    if (!wanted.includes(part.name)) continue;
    console.log(part.title);
    try {
      await part.run(bench, check);
    } catch (error) {
      check("it goes to its end", false, (error as Error).stack);
    }
  }
} finally {
  await bench.close();
  await swift?.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
