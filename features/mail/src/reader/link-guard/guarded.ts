/** A link of a message that nobody follows before they have answered a question. */
interface GuardedLink {
  readonly address: string;
  /** Asks whether to follow it. */
  readonly ask: () => void;
}

/** Such links have no address in the page: there is nothing that a browser's own keys and menus could open. */
const guarded = new WeakMap<Element, GuardedLink>();

export const guardedLink = (link: Element): GuardedLink | undefined => guarded.get(link);

/** Guards a link, or no longer, without `ask`. */
export function guard(
  link: Element,
  address: string,
  ask: ((address: string) => void) | undefined,
): void {
  if (ask) guarded.set(link, { address, ask: () => ask(address) });
  else guarded.delete(link);
}

/** Web links alone: a mail address is written to here, and a place in the message is scrolled to. */
export const isWeb = (address: string): boolean => /^https?:/i.test(address);

/** Answers what would follow a link: a press with any button or with Enter. */
export function askInstead(link: Element | null, event: Event): void {
  const held = link && guardedLink(link);
  if (!held || event.defaultPrevented) return;
  if (event.type === "auxclick" && (event as MouseEvent).button !== 1) return;
  if (event.type === "keydown" && (event as KeyboardEvent).key !== "Enter") return;
  event.preventDefault();
  held.ask();
}
