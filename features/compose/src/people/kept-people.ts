import type { EmailAddress } from "@atrium/contract/types/email";
import { OWN, persistedFor } from "@atrium/jmap/persistence-mark";
import { preferences } from "@atrium/state";
import type { Known } from "./rank.ts";

/** Whom a person may write to without a network: wiped with everything else that is theirs on this device. */
export interface KeptPeople {
  /** Milliseconds since 1970 at which the server was asked. */
  readonly at: number;
  /** Whom they wrote to. */
  readonly written: readonly Known[];
  /** The people and groups of the organisation. */
  readonly directory: readonly EmailAddress[];
}

const KEY = `${OWN}people`;
/** The best known of each are kept; all of them are about 100 kB. */
export const MOST_WRITTEN = 400;
export const MOST_DIRECTORY = 1000;
/** Characters; RFC 5321 §4.5.3.1 allows no longer address. */
const LONGEST_NAME = 120;
const LONGEST_ADDRESS = 254;

/** What is kept of whoever's records this browser keeps. */
export function keptPeople(): KeptPeople | undefined {
  try {
    return read(localStorage.getItem(KEY), persistedFor());
  } catch {
    return undefined;
  }
}

/** Keeps them, unless nothing may be kept here, or what is kept is another's or was just wiped. */
export function keepPeople(personId: string, { at, written, directory }: KeptPeople): void {
  if (!preferences().keepsOnDevice || persistedFor() !== personId) return;
  const known = written.toSorted((one, other) => other.weight - one.weight).slice(0, MOST_WRITTEN);
  const people: KeptPeople = { at, written: known, directory: directory.slice(0, MOST_DIRECTORY) };
  try {
    localStorage.setItem(KEY, JSON.stringify({ personId, ...people }));
  } catch {
    // Storage may be full or forbidden: there are suggestions as long as there is a network.
  }
}

export function forgetPeople(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // What cannot be stored cannot have been kept.
  }
}

/** Reads stored text, keeping what is understood and is of this person. */
export function read(text: string | null, personId: string | undefined): KeptPeople | undefined {
  if (text === null || personId === undefined) return undefined;
  const found = JSON.parse(text) as Partial<Record<keyof KeptPeople | "personId", unknown>> | null;
  if (found?.personId !== personId) return undefined;
  return {
    at: typeof found.at === "number" ? found.at : 0,
    written: listOf(found.written, MOST_WRITTEN).map(({ weight, ...address }) => ({
      ...address,
      weight: typeof weight === "number" && Number.isFinite(weight) ? weight : 0,
    })),
    directory: listOf(found.directory, MOST_DIRECTORY).map(({ name, email }) => ({ name, email })),
  };
}

function listOf(value: unknown, most: number): readonly (EmailAddress & { weight?: unknown })[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, most).flatMap((one: unknown) => {
    if (typeof one !== "object" || one === null) return [];
    const { name, email, weight } = one as Record<string, unknown>;
    if (typeof email !== "string" || email.length > LONGEST_ADDRESS) return [];
    const isName = typeof name === "string" && name.length <= LONGEST_NAME;
    return [{ name: isName ? name : null, email, weight }];
  });
}
