import type { EmailAddress } from "@atrium/contract/types/email";
import { useSyncExternalStore } from "react";

/** The name of whom an address is, for those whom the organisation's directory knows. */
export type KnownName = (email: string) => string | undefined;

/** How long after the first paint it is asked for them, where nothing else brought them (milliseconds): mail comes first. */
const LATER = 4000;
const NOBODY: KnownName = () => undefined;

let known = NOBODY;
const listeners = new Set<() => void>();

/** Names of recipients who stand in a message with their address alone. */
export const useKnownName = (): KnownName => useSyncExternalStore(follow, () => known);

/** The directory as the server just said it. */
export function learnNames(directory: readonly EmailAddress[]): void {
  const learnt = new Map(
    directory.flatMap(({ name, email }) => (name ? [[email.toLowerCase(), name] as const] : [])),
  );
  known = (email) => learnt.get(email.toLowerCase());
  for (const listener of listeners) listener();
}

/** With those that are kept on this device, until the server says more. */
async function begin(): Promise<void> {
  const { keptPeople } = await import("./kept-people.ts");
  if (known === NOBODY) learnNames(keptPeople()?.directory ?? []);
}

function follow(listener: () => void): () => void {
  // Without them addresses show, as they stand in the message.
  if (listeners.size === 0 && known === NOBODY)
    setTimeout(() => {
      begin().catch(() => undefined);
    }, LATER);
  listeners.add(listener);
  return () => listeners.delete(listener);
}
