import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

/** `docs/limits.md` has each limit of the modules that it names, with the value that the code has. */

const ROOT = resolve(import.meta.dirname, "../..");
const PAGE = readFileSync(resolve(ROOT, "docs/limits.md"), "utf8");

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  ms: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  MB: 1_000_000,
};
const factorOf = (unit: string): number => UNITS[unit] ?? UNITS[unit.replace(/s$/, "")]!;

/** Of the modules' times, those that are answered to others in seconds, and so kept. */
const IN_SECONDS = ["TTL", "FIRST_PAUSE", "LAST_PAUSE"];

/** The tables below each link to a module: its path and what they say of it. */
const DOCUMENTED = PAGE.split(/^## /m).flatMap((part) => {
  const rows = [...part.matchAll(/^\| `(\w+)` \| ([\d.]+) ?(\w*) \|/gm)].map(
    ([, name, amount, unit]) => [name!, Number(amount) * factorOf(unit!)] as const,
  );
  const files = [...part.matchAll(/\]\(\.\.\/(\S+\.ts)\)/g)].map(([, path]) => path!);
  return files.length === 0 ? [] : [{ files, rows }];
});

/** Each number that a module exports, and each in an object that it exports. */
async function limitsIn(file: string): Promise<(readonly [string, number])[]> {
  const module = (await import(resolve(ROOT, file))) as Record<string, unknown>;
  const exported = Object.entries(module).flatMap(([name, value]) =>
    typeof value === "object" && value !== null ? Object.entries(value) : [[name, value] as const],
  );
  return exported
    .filter((entry): entry is [string, number] => typeof entry[1] === "number")
    .map(([name, value]) => [name, IN_SECONDS.includes(name) ? value * 1000 : value]);
}

test("each limit stands in its table with its value, and nothing else does", async () => {
  expect(DOCUMENTED.length).toBeGreaterThan(7);
  for (const { files, rows } of DOCUMENTED) {
    const known = await Promise.all(files.map(limitsIn));
    const sorted = (all: Iterable<readonly [string, number]>) =>
      [...new Map(all)].sort(([one], [other]) => (one < other ? -1 : 1));
    expect([files, sorted(rows)]).toEqual([files, sorted(known.flat())]);
  }
});
