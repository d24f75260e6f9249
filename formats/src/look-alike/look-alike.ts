/** Letters that pass for one another at a glance, by the one that they pass for. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/rn/g, "m"],
  [/vv/g, "w"],
  [/cl/g, "d"],
  [/[0оοօ]/g, "o"],
  [/[1іıⅼłǀ!|]/g, "l"],
  [/i/g, "l"],
  [/5/g, "s"],
  [/[аαạ]/g, "a"],
  [/[еёẹ]/g, "e"],
  [/[сϲ]/g, "c"],
  [/[рρ]/g, "p"],
  [/[хχ]/g, "x"],
  [/[уγ]/g, "y"],
  [/[ѕ]/g, "s"],
  [/[ԁ]/g, "d"],
  [/[-_]/g, ""],
];

/** A domain as a hurried eye sees it. */
function glance(domain: string): string {
  const plain = domain.toLowerCase().normalize("NFKD").replaceAll(/\p{M}/gu, "");
  return ALIKE.reduce((text, [letters, one]) => text.replaceAll(letters, one), plain);
}

/** Whether one domain can be taken for another that it is not, nor lies below. */
export function looksLike(domain: string, known: string): boolean {
  const [a, b] = [domain.toLowerCase(), known.toLowerCase()];
  if (a === "" || b === "" || a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)) return false;
  if (glance(a) === glance(b)) return true;
  const [nameA, nameB] = [nameOf(a), nameOf(b)];
  // The same name below another top, or one that has the known domain's name in it as a whole word.
  if (nameB.length >= 4 && (nameA === nameB || nameA.split("-").includes(nameB))) return true;
  // Short names are close to many others by accident.
  return nameB.length >= 6 && isOneOff(glance(nameA), glance(nameB));
}

/** The registered name, before the top-level domain: `demo` of `mail.demo.co.kr`. */
function nameOf(domain: string): string {
  const parts = domain.split(".");
  const isTop = (part: string | undefined): boolean =>
    part !== undefined && /^(?:ac|co|com|go|gov|net|ne|or|org|re)$/.test(part);
  const top = parts.length > 2 && isTop(parts.at(-2)) ? 2 : 1;
  return parts.at(-1 - top) ?? domain;
}

/** One letter more, less, other, or two of them changed about. */
function isOneOff(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const restOf = (text: string, skip: number): string => text.slice(start + skip);
  return (
    restOf(a, 1) === restOf(b, 1) ||
    restOf(a, 1) === restOf(b, 0) ||
    restOf(a, 0) === restOf(b, 1) ||
    (a[start] === b[start + 1] && a[start + 1] === b[start] && restOf(a, 2) === restOf(b, 2))
  );
}

/** Whether two names are of the same person, as people write them: order, case, marks and dots do not count. */
export function isSameName(a: string, b: string): boolean {
  const [one, other] = [wordsOf(a), wordsOf(b)];
  return one.length > 0 && one.join(" ") === other.join(" ");
}

function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .normalize("NFC")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .sort();
}
