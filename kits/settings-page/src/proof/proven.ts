import { codeOf } from "../sentence.ts";

/** Called with whether the person proved again who they are. */
type Answer = (isProved: boolean) => void;

let asked: Answer | undefined;
const listeners = new Set<() => void>();

/**
 * Does what the server may want a fresh proof for: where it does, the password is asked for and the work done once more.
 * What it was refused with comes again where the person would not.
 */
export async function proven<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) !== "proofRequired" || !(await ask())) throw error;
    return work();
  }
}

function ask(): Promise<boolean> {
  // Without a window that could ask, nobody proves anything.
  if (listeners.size === 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    asked?.(false);
    set((isProved) => {
      set(undefined);
      resolve(isProved);
    });
  });
}

function set(answer: Answer | undefined): void {
  asked = answer;
  for (const notify of listeners) notify();
}

/** Who waits for a proof now, as a state to render. */
export const proofAsked = {
  read: (): Answer | undefined => asked,
  subscribe: (notify: () => void): (() => void) => {
    listeners.add(notify);
    return () => listeners.delete(notify);
  },
};
