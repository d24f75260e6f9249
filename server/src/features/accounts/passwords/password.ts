import { hash, verify } from "@node-rs/argon2";
import { randomBytes } from "node:crypto";
import { PASSWORD_MAX_LENGTH } from "@atrium/contract/api/session";
import { createGate } from "../../../platform/gate.ts";
import { LIMITS } from "../limits.ts";
import { normalisePassword } from "./password.rules.ts";

/** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of the whole process, however many sign in: hashing takes threads that files are read with as well. */
const gate = createGate(LIMITS.hashesAtOnce);
let inLine = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  inLine += 1;
  try {
    return await gate.run(1, work);
  } finally {
    inLine -= 1;
  }
}

/** Whether so many passwords wait to be hashed that whoever comes now had better come again. */
export const isHashingBusy = (): boolean => inLine >= LIMITS.hashesInLine;

/** The PHC string of a password. It takes some 15 ms of a core: never inside a transaction. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalisePassword(password), ARGON2ID));
}

/** A hash that no password has, so that an unknown address costs the same time as a known one. */
let nobody: Promise<string> | undefined;

/**
 * UTF-16 units that can still be a password; NFKC makes at most a third of a decomposed one. Hashing megabytes would be
 * work for an attacker's asking.
 */
export const LONGEST_PASSWORD = 8 * PASSWORD_MAX_LENGTH;

/** Whether the password is the hash's. Takes equally long when there is no hash, and then says no. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(32).toString("hex"));
  // One that failed is tried again.
  nobody.catch(() => (nobody = undefined));
  const given = normalisePassword(password.slice(0, LONGEST_PASSWORD));
  const compared = stored ?? (await nobody);
  const same = await inTurn(() => verify(compared, given));
  return same && stored !== null;
}
