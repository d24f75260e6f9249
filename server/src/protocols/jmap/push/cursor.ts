import type { StateChange } from "@atrium/contract/types/wire";

/** Account → type → state. */
export type States = StateChange["changed"];

/**
 * Up to where changes have been pushed to a client, in a word that it brings back when it comes again: an event id
 * (RFC 8620 §7.3) or a `pushState` (RFC 8887 §4.3.5). Of each account it names the newest state pushed.
 */
export interface Cursor {
  /** Those of these states that the client has not got yet. */
  missed(states: States): States;
  /** Notes what is pushed now; returns the word for it. */
  note(states: States): string;
}

/** `word` is what the client brings; of accounts that it does not name everything is new. */
export function createCursor(word: string | null): Cursor {
  const newest = new Map<string, number>();
  for (const part of (word ?? "").slice(0, MAX_WORD).split(".")) {
    const match = /^([\w-]{1,255})=(\d{1,15})$/.exec(part);
    if (match !== null) newest.set(match[1]!, Number(match[2]));
  }
  return {
    missed(states) {
      const missed: Record<string, Record<string, string>> = {};
      for (const [accountId, byType] of Object.entries(states)) {
        const since = newest.get(accountId) ?? -1;
        const later = Object.entries(byType).filter(([, state]) => numberOf(state) > since);
        if (later.length > 0) missed[accountId] = Object.fromEntries(later);
      }
      return missed;
    },
    note(states) {
      for (const [accountId, byType] of Object.entries(states)) {
        const states = Object.values(byType).map(numberOf);
        newest.set(accountId, Math.max(newest.get(accountId) ?? 0, ...states));
      }
      return [...newest].map(([accountId, state]) => `${accountId}=${state}`).join(".");
    },
  };
}

/** A state begins with a number that grows; where part of an account is in reach, something follows it. */
const numberOf = (state: string): number => Number.parseInt(state, 10);

const MAX_WORD = 20_000;

/** Those of the types that a client subscribed to; `null` for all. */
export function ofTypes(states: States, types: Pick<ReadonlySet<string>, "has"> | null): States {
  if (types === null) return states;
  const chosen: Record<string, Record<string, string>> = {};
  for (const [accountId, byType] of Object.entries(states)) {
    const kept = Object.entries(byType).filter(([type]) => types.has(type));
    if (kept.length > 0) chosen[accountId] = Object.fromEntries(kept);
  }
  return chosen;
}

/** Two changes as one, with the newest states. */
export function merged(earlier: States, later: States): States {
  const both: Record<string, Readonly<Record<string, string>>> = { ...earlier };
  for (const [accountId, byType] of Object.entries(later))
    both[accountId] = { ...both[accountId], ...byType };
  return both;
}
