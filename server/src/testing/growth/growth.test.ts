import { expect, test } from "vitest";
import { IS_WHOLE } from "../../../../formats/src/testing/whole.ts";
import { growthFaults } from "./run.ts";

/** A sample; `npm run soak` tries every field and kind of part with every filling, up to their limits. */
const SAMPLE = {
  seed: 12,
  share: IS_WHOLE ? 80 : 800,
  sizes: { first: 16_384, lastHeader: 262_144, lastBody: 524_288 },
  memory: 256,
};

test(
  "twice a stranger's message costs at most three times as much to read, and a limited memory",
  { timeout: 900_000 },
  async () => {
    const { faults, count } = await growthFaults(SAMPLE);
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(IS_WHOLE ? 50 : 5);
  },
);
