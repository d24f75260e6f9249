/**
 * `npm run bench`: what everyday requests cost the server, and how long a person waits in the browser, in a large account.
 *
 *   npm run bench -- [--messages 100000] [--only server,start,reading,writing,echo,scrolling,bulk]
 *
 * docs/benchmarks.md says what each figure is. `npm test` installs the browser that it needs.
 */
import { availableParallelism, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { build } from "../../scripts/build.ts";
import { startSuite } from "../../server/src/testing/suite.ts";
import { fill, IMPORTED } from "./account.ts";
import { benchBrowser, BROWSER_PARTS } from "./browser.ts";
import { benchBulk } from "./bulk.ts";
import { benchServer } from "./server.ts";

const { values } = parseArgs({
  options: { messages: { type: "string", default: "100000" }, only: { type: "string" } },
});
const messages = Number(values.messages);
const PARTS = ["server", ...BROWSER_PARTS, "bulk"] as const;
const wanted = values.only?.split(",") ?? PARTS;
const strange = wanted.filter((name) => !PARTS.some((part) => part === name));
if (strange.length > 0 || !(messages >= IMPORTED)) {
  console.error(`Parts are ${PARTS.join(", ")}; messages are at least ${IMPORTED}.`);
  process.exit(2);
}
const does = (part: (typeof PARTS)[number]): boolean => wanted.includes(part);

if (wanted.some((part) => part !== "server")) await build();
const suite = await startSuite();
try {
  const { alice, bob } = suite.people;
  console.log(
    `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; database without fsync`,
  );
  const pace = await fill(suite, bob, IMPORTED);
  console.log(`import: ${Math.round(pace)} messages a second`);
  await fill(suite, alice, messages);
  console.log(`small account: ${IMPORTED} messages; large account: ${messages}\n`);
  if (does("server")) console.log(`${await benchServer(suite, bob, alice)}\n`);
  if (BROWSER_PARTS.some(does)) console.log(`${await benchBrowser(suite, does)}\n`);
  if (does("bulk")) console.log(`${await benchBulk(suite)}\n`);
} finally {
  await suite.close();
}
