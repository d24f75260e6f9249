import { isKeyword, type FilteredEmail } from "../../mail/index.ts";

/** System flags by what they are called in JMAP (RFC 8621 §4.1.1); `\Deleted` and `\Draft` mean nothing on delivery. */
const SYSTEM_FLAGS: ReadonlyMap<string, string> = new Map([
  ["\\seen", "$seen"],
  ["\\flagged", "$flagged"],
  ["\\answered", "$answered"],
]);
/** Keywords of one message that scripts may give. */
const MOST_KEYWORDS = 32;

/** The keywords that stand for flags of a script; what cannot be one is left out. */
export function keywordsOf(flags: readonly string[]): string[] {
  const keywords = flags.flatMap((flag) => {
    const lower = flag.toLowerCase();
    if (flag.startsWith("\\")) return SYSTEM_FLAGS.get(lower) ?? [];
    return isKeyword(flag) && lower !== "$draft" ? [lower] : [];
  });
  return [...new Set(keywords)].slice(0, MOST_KEYWORDS).sort();
}

/** Emails that differ in keywords or header are separate ones; alike, one email is in all of the mailboxes. */
export function joined(emails: readonly FilteredEmail[]): FilteredEmail[] {
  const byKind = new Map<string, FilteredEmail>();
  for (const email of emails) {
    const key = JSON.stringify([email.copy.hash, email.keywords]);
    const known = byKind.get(key);
    byKind.set(
      key,
      known ? { ...known, destinations: [...known.destinations, ...email.destinations] } : email,
    );
  }
  return [...byKind.values()];
}
