import { AsyncLocalStorage } from "node:async_hooks";

const person = new AsyncLocalStorage<string>();

/** The connections that this work takes, and what it sets going, are this person's share. */
export const onBehalfOf = <T>(personId: string, work: () => T): T => person.run(personId, work);

export interface Shares {
  /** Waits for a turn to take a connection; call the answer when it is given back. */
  take(): Promise<() => void>;
}

/** Those that work, and wait, on one side: people's requests, or all else. */
interface Side {
  /** What one of them takes at most. */
  readonly each: number;
  running: number;
  /** By whom, who waited longest since the last turn first. */
  readonly waiting: Map<string, (() => void)[]>;
}

const NOBODY = "";

/**
 * Shares connections out, so that nobody's work holds all of them: people have their turns one after the other, however
 * much each of them asks for, and what is done on nobody's behalf is never behind all that is.
 * @param kept what one side leaves to the other
 * @param ofPerson what one person has at most
 */
export function createShares(most: number, kept: number, ofPerson: number): Shares {
  const ofSide = Math.max(1, most - kept);
  const people: Side = { each: ofPerson, running: 0, waiting: new Map() };
  const others: Side = { each: ofSide, running: 0, waiting: new Map() };
  const running = new Map<string, number>();

  const count = (side: Side, who: string, more: 1 | -1): void => {
    side.running += more;
    const own = (running.get(who) ?? 0) + more;
    if (own > 0) running.set(who, own);
    else running.delete(who);
  };

  /** Who has least of those that wait, the longest since their last turn. */
  function nextOf(side: Side): [Side, string] | null {
    if (side.running >= ofSide) return null;
    let [least, chosen]: [number, string | null] = [side.each, null];
    for (const who of side.waiting.keys()) {
      const own = running.get(who) ?? 0;
      if (own < least) [least, chosen] = [own, who];
    }
    return chosen === null ? null : [side, chosen];
  }

  function begin([side, who]: [Side, string]): void {
    const queue = side.waiting.get(who)!;
    const enter = queue.shift()!;
    // After those that wait besides.
    side.waiting.delete(who);
    if (queue.length > 0) side.waiting.set(who, queue);
    count(side, who, 1);
    enter();
  }

  function admit(): void {
    while (people.running + others.running < most) {
      const [few, many] = people.running < others.running ? [people, others] : [others, people];
      const next = nextOf(few) ?? nextOf(many);
      if (next === null) return;
      begin(next);
    }
  }

  return {
    async take() {
      const who = person.getStore() ?? NOBODY;
      const side = who === NOBODY ? others : people;
      await new Promise<void>((enter) => {
        const queue = side.waiting.get(who);
        if (queue === undefined) side.waiting.set(who, [enter]);
        else queue.push(enter);
        admit();
      });
      return () => {
        count(side, who, -1);
        admit();
      };
    },
  };
}
