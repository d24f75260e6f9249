import { seededRandom, type Random } from "../../formats/src/testing/random.ts";

/** Choices that are the same for the same seed. */
export interface Choice extends Random {
  /** Whether the one case in `count` is meant. */
  oneIn(count: number): boolean;
  of<T>(choices: readonly T[]): T;
  /** Small numbers far more often than large ones: each power of ten up to `limit` is as likely as the one before. */
  size(limit: number): number;
}

/** Of several numbers, such as seed, kind, index and step. */
export function choiceOf(...seeds: readonly number[]): Choice {
  const mixed = seeds.reduce((sum, seed) => (Math.imul(sum, 0x01000193) ^ (seed + 1)) | 0, 0x811c);
  const random = seededRandom(mixed);
  return {
    ...random,
    oneIn: (count) => random.below(count) === 0,
    of: (choices) => choices[random.below(choices.length)]!,
    size: (limit) => Math.floor((limit + 1) ** (random.below(1_000_000) / 1_000_000)),
  };
}
