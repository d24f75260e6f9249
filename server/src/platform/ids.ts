import { randomFillSync } from "node:crypto";
import type { Clock } from "./clock.ts";
import { systemClock } from "./clock.ts";

/** Lowercase base32 without the letters that read alike; sorts like the number it writes. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const RANDOM_SPAN = 2 ** 32;

/** Makes ids: the prefix and 16 characters, in the order of their making within one process. */
export interface Ids {
  next(prefix: string): string;
}

/**
 * 48 bits of milliseconds and 32 that start at random in each millisecond and then count, so that
 * ids made one after the other sort so. The characters are those of a JMAP Id (RFC 8620 §1.2).
 */
export function createIds(clock: Clock): Ids {
  let lastTime = 0;
  let low = 0;
  const random = new Uint32Array(1);
  return {
    next(prefix) {
      const time = Math.max(clock.now().getTime(), lastTime);
      if (time === lastTime && low + 1 < RANDOM_SPAN) low += 1;
      else {
        lastTime = time === lastTime ? time + 1 : time;
        low = randomFillSync(random)[0]! >>> 1;
      }
      return prefix + base32((BigInt(lastTime) << 32n) | BigInt(low));
    },
  };
}

function base32(value: bigint): string {
  let text = "";
  for (let shift = 75n; shift >= 0n; shift -= 5n) text += DIGITS[Number((value >> shift) & 31n)];
  return text;
}

export const systemIds: Ids = createIds(systemClock);

/** An id of the real clock; where tests should decide the ids, take an `Ids` instead. */
export const newId = (prefix: string): string => systemIds.next(prefix);
