import type { Step } from "./step.ts";
import { fromOctets, toOctets } from "./octets.ts";
import type { Regex } from "./regex.ts";
import { matchWildcards } from "./wildcards.ts";

/** How a test compares values with keys (RFC 5228 §2.7). */
export interface Comparison {
  readonly type: "is" | "contains" | "matches" | "regex" | "value" | "count";
  readonly relation: string;
  readonly comparator: string;
}

/** What a comparison needs from the run. */
export interface Matching {
  /** Called with the number of compared characters. */
  readonly spend: (characters: number) => void;
  readonly expression: (pattern: string, ignoresCase: boolean) => Regex;
}

const TYPES = ["is", "contains", "matches", "regex", "value", "count"] as const;
const OCTETS: ReadonlySet<string> = new Set(["i;octet", "i;ascii-casemap"]);
/** Instructions of a regular expression that cost as much as comparing one character. */
const INSTRUCTIONS = 4;

export function comparisonOf({ tags }: Step): Comparison {
  const type = TYPES.find((one) => tags.has(one)) ?? "is";
  const text = (tag: string): string | undefined => {
    const value = tags.get(tag);
    return Array.isArray(value) ? String(value[0]) : undefined;
  };
  const relation = text(type) ?? "eq";
  const comparator = text("comparator")?.toLowerCase() ?? "i;ascii-casemap";
  return { type, relation, comparator };
}

/** A successful comparison; `captures` is set for `matches` and `regex`. */
export interface Match {
  readonly captures?: readonly string[];
}

/** Compares each value with each key until one matches; `null` if none does. */
export function findMatch(
  values: readonly string[],
  keys: readonly string[],
  comparison: Comparison,
  matching: Matching,
): Match | null {
  const { type, comparator } = comparison;
  if (type === "count") {
    const numbers = { ...comparison, type: "value", comparator: "i;ascii-numeric" } as const;
    return findMatch([String(values.length)], keys, numbers, matching);
  }
  if (values.length === 0) return null;
  if (type === "regex") return findExpression(values, keys, comparator, matching);
  matching.spend(keys.reduce((sum, key) => sum + key.length + 1, 0));
  const folded = keys.map((key) => fold(key, comparator));
  for (const value of values) {
    matching.spend(value.length);
    const given = fold(value, comparator);
    for (const key of folded) {
      const match = fits(value, given, key, comparison, matching);
      if (match) return match;
    }
  }
  return null;
}

/** @param given the value after folding; the key is folded already */
function fits(
  value: string,
  given: string,
  key: string,
  { type, relation, comparator }: Comparison,
  { spend }: Matching,
): Match | null {
  spend(type === "contains" || type === "matches" ? given.length + key.length : key.length + 1);
  switch (type) {
    case "contains":
      return given.includes(key) ? {} : null;
    case "value":
      return holds(relation, compare(given, key, comparator)) ? {} : null;
    case "matches": {
      // RFC 5228 §2.7.1: for these comparators, a character is an octet.
      const octets = OCTETS.has(comparator);
      const [text, pattern] = octets ? [toOctets(given), toOctets(key)] : [given, key];
      const source = octets ? toOctets(value) : value;
      const found = matchWildcards(source, text, pattern, spend);
      if (!found) return null;
      return { captures: octets ? found.map(fromOctets) : found };
    }
    default:
      return isEqual(given, key, comparator) ? {} : null;
  }
}

function findExpression(
  values: readonly string[],
  keys: readonly string[],
  comparator: string,
  { spend, expression }: Matching,
): Match | null {
  const expressions = keys.map((key) => expression(key, comparator !== "i;octet"));
  for (const value of values)
    for (const regex of expressions) {
      spend(Math.ceil((value.length + 1) * (1 + regex.size / INSTRUCTIONS)));
      const captures = regex.find(value);
      if (captures) return { captures };
    }
  return null;
}

function fold(text: string, comparator: string): string {
  if (comparator === "i;ascii-casemap")
    return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
  // RFC 5051 uses title case, which differs from upper case in few letters.
  if (comparator === "i;unicode-casemap") return text.normalize("NFKD").toUpperCase();
  return text;
}

/** RFC 4790 §9.1: strings that do not begin with a digit are equal, and larger than any number. */
function numberOf(text: string): bigint | null {
  const digits = /^\d{1,1000}/.exec(text)?.[0];
  return digits === undefined ? null : BigInt(digits);
}

function isEqual(one: string, other: string, comparator: string): boolean {
  return comparator === "i;ascii-numeric" ? compare(one, other, comparator) === 0 : one === other;
}

function compare(one: string, other: string, comparator: string): number {
  if (comparator === "i;ascii-numeric") {
    const [left, right] = [numberOf(one), numberOf(other)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return left < right ? -1 : Number(left > right);
  }
  return compareCodePoints(one, other);
}

/** Code point order, which is the octet order of UTF-8. */
function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  const [left, right] = [one.codePointAt(at) ?? -1, other.codePointAt(at) ?? -1];
  return Math.sign(left - right);
}

function holds(relation: string, order: number): boolean {
  switch (relation.toLowerCase()) {
    case "gt":
      return order > 0;
    case "ge":
      return order >= 0;
    case "lt":
      return order < 0;
    case "le":
      return order <= 0;
    case "ne":
      return order !== 0;
    default:
      return order === 0;
  }
}
