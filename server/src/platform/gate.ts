import { SMALL_OCTETS } from "./workers/limits.ts";

/** Part of the octets of a gate for messages that is kept for small ones. */
const FOR_SMALL = 1 / 4;

/** Lets work in while its weights add up to no more than the gate's width; the rest waits in the order it came. */
export interface Gate {
  run<T>(weight: number, work: () => Promise<T>): Promise<T>;
}

/** What is heavier than the whole width goes through alone. */
export function createGate(width: number): Gate {
  const waiting: { readonly weight: number; readonly enter: () => void }[] = [];
  let inside = 0;

  function admit(): void {
    while (waiting[0] && (inside === 0 || inside + waiting[0].weight <= width)) {
      const { weight, enter } = waiting.shift()!;
      inside += weight;
      enter();
    }
  }

  return {
    async run(weight, work) {
      await new Promise<void>((enter) => {
        waiting.push({ weight, enter });
        admit();
      });
      try {
        return await work();
      } finally {
        inside -= weight;
        admit();
      }
    },
  };
}

/**
 * A gate for messages, whose weights are their octets: small ones wait for no large one, which have a part of the width
 * of their own.
 */
export function createMessageGate(octets: number): Gate {
  const small = createGate(octets * FOR_SMALL);
  const large = createGate(octets * (1 - FOR_SMALL));
  return {
    run: (weight, work) => (weight > SMALL_OCTETS ? large : small).run(weight, work),
  };
}
