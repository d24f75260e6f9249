import { openCompose } from "@atrium/feature-compose/parts";
import { readMailto } from "@atrium/formats/mailto";

/** Writes here what a `mailto:` link asks for, not in another program. Answers whether the address is such a link. */
export function writeTo(address: string): boolean {
  if (!/^mailto:/i.test(address)) return false;
  const { to, cc, bcc, ...text } = readMailto(address);
  const list = (emails: readonly string[]) => emails.map((email) => ({ name: null, email }));
  openCompose({ kind: "new", to: list(to), cc: list(cc), bcc: list(bcc), ...text });
  return true;
}

/** Follows a click on a `mailto:` link of a message. */
export function followAddress(
  event: Pick<Event, "target" | "defaultPrevented" | "preventDefault">,
): void {
  const link = event.defaultPrevented ? null : linkOf(event);
  if (link && writeTo(link.href)) event.preventDefault();
}

/** The link of a message at which something happens; one that is guarded has no address, but a place in the order of Tab. */
export function linkOf({ target }: Pick<Event, "target">): HTMLAnchorElement | null {
  if (target === null || !("closest" in target)) return null;
  return (target as Element).closest<HTMLAnchorElement>("a[href], a[tabindex]");
}
