import { describe, test } from "vitest";

/**
 * Whether everything is tried, as by `npm run soak -- --only samples`. Otherwise tests that would take longer than ten
 * seconds try a sample, by which most faults are seen; soak finds the files that have one by their import of this one.
 */
export const IS_WHOLE = process.env["TESTS_WHOLE"] === "1";
/** Another sample by another number. */
const SEED = Number(process.env["ATRIUM_SEED"] ?? 1);

/** So many of the list, spread over all of it, in its order. */
export function sampled<T>(list: readonly T[], most: number): readonly T[] {
  if (IS_WHOLE || list.length <= most) return list;
  const step = list.length / most;
  return Array.from({ length: most }, (_, index) => {
    const [start, end] = [Math.floor(index * step), Math.floor((index + 1) * step)];
    return list[start + (((index + 1) * SEED * 7) % (end - start))]!;
  });
}

/** `test` of what the sample does without. */
export const testWhole = IS_WHOLE ? test : (test.skip as typeof test);
/** `describe`, where the sample does without all of the group. */
export const describeWhole = IS_WHOLE ? describe : (describe.skip as typeof describe);
