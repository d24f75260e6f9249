/** Characters of a keyword made of a name, before a number that distinguishes it from another. */
const LONGEST = 60;

/** Those that mail programs give a meaning of their own; the ones of RFC 8621 begin with `$`, which no label's does. */
const TAKEN: ReadonlySet<string> = new Set([
  "answered",
  "deleted",
  "draft",
  "flagged",
  "forwarded",
  "junk",
  "mdnsent",
  "nonjunk",
  "notjunk",
  "recent",
  "redirected",
  "seen",
]);

/**
 * A keyword for a label of this name, that is not among those in use: letters, digits and hyphens, which every IMAP
 * program takes (RFC 9051 `atom`). Of a name in another script nothing is left, and a number tells them apart.
 */
export function keywordFor(name: string, inUse: ReadonlySet<string>): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replace(/^-|-$/g, "");
  const base = plain === "" ? "label" : plain;
  const isFree = (keyword: string): boolean => !TAKEN.has(keyword) && !inUse.has(keyword);
  if (plain !== "" && isFree(base)) return base;
  for (let number = 1; ; number += 1) if (isFree(`${base}-${number}`)) return `${base}-${number}`;
}
