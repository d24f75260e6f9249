import type { EmailAddress } from "@atrium/contract/types/email";

/** A user this person wrote to. */
export interface Known extends EmailAddress {
  /** How often and how lately. */
  readonly weight: number;
}

/** Those whose name or address has what was typed at the start of a word; whom one writes to stands first. */
export function rank(
  text: string,
  known: ReadonlyMap<string, Known>,
  colleagues: readonly EmailAddress[],
): EmailAddress[] {
  const wanted = fold(text);
  const found = new Map<string, { address: EmailAddress; score: number }>();
  for (const { name, email, weight } of known.values()) {
    const fit = fitOf(wanted, { name, email });
    if (fit > 0)
      found.set(email.toLowerCase(), { address: { name, email }, score: fit + 10 * weight });
  }
  for (const address of colleagues) {
    const key = address.email.toLowerCase();
    const before = found.get(key);
    // The directory knows the name; the server found it by its own rules.
    if (before) before.address = { ...before.address, name: address.name ?? before.address.name };
    else found.set(key, { address, score: fitOf(wanted, address) });
  }
  return [...found.values()]
    .sort((one, other) => other.score - one.score || compare(one.address, other.address))
    .map(({ address }) => address);
}

/** Hangul stays apart in its letters, so that a syllable that is still being typed finds what it will become. */
const fold = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

function fitOf(wanted: string, { name, email }: EmailAddress): number {
  if (wanted === "") return 0;
  const folded = fold(name ?? "");
  const mail = fold(email);
  if (folded.startsWith(wanted) || mail.startsWith(wanted)) return 3;
  const words = [...folded.split(/[\s,.'-]+/), ...mail.split(/[@.+_-]+/)];
  if (words.some((word) => word.startsWith(wanted))) return 2;
  // Korean names have no spaces to start a word by.
  return /[^\p{ASCII}]/u.test(wanted) && folded.includes(wanted) ? 1 : 0;
}

const compare = (one: EmailAddress, other: EmailAddress): number =>
  (one.name ?? one.email).localeCompare(other.name ?? other.email);
