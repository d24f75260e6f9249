import { expect, test } from "vitest";
import { testSuite } from "../../../server/src/testing/organisation.ts";
import { walkReach } from "./walk.ts";

/** A sample; the whole walk is `npm run soak -- --only reach`. */
const STEPS = Number(process.env["REACH_STEPS"] ?? 200);
/** This one brings in its first steps all that may become of what is passed on. */
const SEED = Number(process.env["REACH_SEED"] ?? 7);
/** In so many steps any seed does. */
const MANY = 1000;
const hasAll = STEPS >= MANY || process.env["REACH_SEED"] === undefined;

test(
  "nobody learns of, or changes, what is out of reach",
  async () => {
    const suite = await testSuite();
    const say = (sentence: string): void => console.log(`  … ${sentence}`);
    expect(await walkReach(suite, { seed: SEED, steps: STEPS, hasAll, say })).toEqual([]);
  },
  60_000 + STEPS * 500,
);
