import type { Limits, Problem } from "./limits.ts";
import { beforeLineEnd, COLON, indexOfOctet, latin1, LF, SPACE, TAB } from "./octets.ts";

/** A header field by its place in the message. */
export interface ParsedHeader {
  /** As written; fields are found by it without regard to case. */
  readonly name: string;
  /** First octet of the name. */
  readonly start: number;
  /** First octet after the colon. */
  readonly valueStart: number;
  /** End of the value, before the line end. */
  readonly valueEnd: number;
  /** After the line end. */
  readonly end: number;
}

/** What all the parts of one message may still use up, and what was wrong so far. */
export interface Budget {
  readonly limits: Limits;
  readonly problems: Set<Problem>;
  parts: number;
  headers: number;
  headerBytes: number;
}

export interface HeaderBlock {
  readonly headers: ParsedHeader[];
  /** First octet after the empty line. */
  readonly bodyStart: number;
}

/**
 * Reads header fields from `start` up to the empty line. Where `isDelimiter` knows the start of a line, the block ends
 * before it: a part may consist of a delimiter line and nothing else.
 */
export function readHeaders(
  bytes: Uint8Array,
  start: number,
  budget: Budget,
  isDelimiter: (lineStart: number) => boolean,
): HeaderBlock {
  const end = bytes.length;
  const headers: ParsedHeader[] = [];
  let at = start;
  while (at < end) {
    const lineFeed = lineEnd(bytes, at);
    if (beforeLineEnd(bytes, at, lineFeed) === at) {
      return { headers, bodyStart: Math.min(lineFeed + 1, end) };
    }
    if (isDelimiter(at)) return { headers, bodyStart: at };

    let fieldFeed = lineFeed;
    // RFC 5322 §2.2.3: a line that starts with white space goes on with the field.
    while (fieldFeed + 1 < end && isBlank(bytes[fieldFeed + 1])) {
      fieldFeed = lineEnd(bytes, fieldFeed + 1);
    }
    const next = Math.min(fieldFeed + 1, end);
    const colon = findColon(bytes, at, lineFeed);
    if (!colon) budget.problems.add("malformedHeader");
    else if (mayKeep(budget, next - at)) {
      headers.push({
        name: latin1(bytes, at, colon.nameEnd),
        start: at,
        valueStart: colon.valueStart,
        valueEnd: Math.max(colon.valueStart, beforeLineEnd(bytes, at, fieldFeed)),
        end: next,
      });
    }
    at = next;
  }
  return { headers, bodyStart: end };
}

function mayKeep(budget: Budget, length: number): boolean {
  if (budget.headers >= budget.limits.maxHeaders) {
    budget.problems.add("maxHeaders");
    return false;
  }
  if (budget.headerBytes + length > budget.limits.maxHeaderBytes) {
    budget.problems.add("maxHeaderBytes");
    return false;
  }
  budget.headers += 1;
  budget.headerBytes += length;
  return true;
}

// Longer than any real name; keeps a megabyte before a colon from becoming one.
const MAX_NAME = 256;

/** Where the name ends and the value starts; `null` when the line is no header field. */
function findColon(
  bytes: Uint8Array,
  start: number,
  lineFeed: number,
): { nameEnd: number; valueStart: number } | null {
  let nameEnd = start;
  // RFC 5322 §3.6.8: ftext is printable ASCII without the colon.
  for (; nameEnd < lineFeed; nameEnd++) {
    const octet = bytes[nameEnd] ?? 0;
    if (octet === COLON || octet <= SPACE || octet > 0x7e || nameEnd - start >= MAX_NAME) break;
  }
  let colon = nameEnd;
  // RFC 5322 §4.5.8: the obsolete form has white space before the colon.
  while (colon < lineFeed && isBlank(bytes[colon])) colon++;
  if (nameEnd === start || bytes[colon] !== COLON || colon >= lineFeed) return null;
  return { nameEnd, valueStart: colon + 1 };
}

/** The line feed that ends the line at `start`, or the end of the bytes where there is none. */
export function lineEnd(bytes: Uint8Array, start: number): number {
  const at = indexOfOctet(bytes, LF, start);
  return at === -1 ? bytes.length : at;
}

function isBlank(octet: number | undefined): boolean {
  return octet === SPACE || octet === TAB;
}

/** The last field of that name, which is the one that counts (RFC 8621 §4.1.3). */
export function findHeader(
  headers: readonly ParsedHeader[],
  name: string,
): ParsedHeader | undefined {
  const wanted = name.toLowerCase();
  return headers.findLast((header) => header.name.toLowerCase() === wanted);
}

/** All fields of that name, in order. */
export function findHeaders(headers: readonly ParsedHeader[], name: string): ParsedHeader[] {
  const wanted = name.toLowerCase();
  if (headers.length < WORTH_AN_INDEX)
    return headers.filter((header) => header.name.toLowerCase() === wanted);
  let index = indexes.get(headers);
  if (index === undefined) {
    index = Map.groupBy(headers, (header) => header.name.toLowerCase());
    indexes.set(headers, index);
  }
  return [...(index.get(wanted) ?? [])];
}

/** So many fields are looked through once, and not for each name that is asked for. */
const WORTH_AN_INDEX = 100;
const indexes = new WeakMap<readonly ParsedHeader[], ReadonlyMap<string, ParsedHeader[]>>();
