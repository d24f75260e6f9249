import { expect, test } from "vitest";
import { COMMANDS, TESTS } from "../../../formats/src/sieve/grammar.ts";
import { IS_WHOLE } from "../../../formats/src/testing/whole.ts";
import { checkScripts } from "./check.ts";
import { fuzzedScript } from "./script.ts";

const SEED = 1;
const COUNT = IS_WHOLE ? 3000 : 400;

test("a seed says everything about its scripts", () => {
  for (let index = 0; index < 100; index += 1)
    expect(fuzzedScript(SEED, index)).toEqual(fuzzedScript(SEED, index));
  expect(fuzzedScript(SEED, 1)).not.toEqual(fuzzedScript(SEED + 1, 1));
});

test("every command and every test is written", () => {
  const written = new Set<string>();
  for (let index = 0; index < 300; index += 1)
    for (const [word] of fuzzedScript(SEED, index).text.matchAll(/[a-z_]+/g)) written.add(word);
  expect([...COMMANDS.keys(), ...TESTS.keys()].filter((name) => !written.has(name))).toEqual([]);
});

test("no script crashes, hangs or loses a message", { timeout: 600_000 }, () => {
  const { faults, how } = checkScripts(SEED, 0, COUNT);
  expect(faults).toEqual([]);
  // The scripts reach the compiler's refusals, the run's errors, and the end.
  expect(Math.min(...Object.values(how))).toBeGreaterThan(COUNT / 50);
});
