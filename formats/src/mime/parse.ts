import { type Budget, lineEnd, type ParsedHeader, readHeaders } from "./header-fields.ts";
import { type Limits, LIMITS, type Problem } from "./limits.ts";
import { CR, HYPHEN, indexOfOctet, latin1, LF, SPACE, TAB } from "./octets.ts";
import { allParts, describePart, nameInCharset, type ParsedPart } from "./part.ts";
import { type BodySelection, hasAttachment, selectBodies } from "./select-bodies.ts";

/** A message whose structure is known; bodies are decoded when they are asked for. */
export interface ParsedMessage extends BodySelection {
  /** What all offsets count in. */
  readonly bytes: Uint8Array;
  readonly root: ParsedPart;
  /** What raw header octets that are not UTF-8 are probably in: old mail has its text's charset there. */
  readonly charset: string | null;
  /** Those of the message itself, the same as `root.headers`. */
  readonly headers: readonly ParsedHeader[];
  readonly hasAttachment: boolean;
  readonly problems: readonly Problem[];
  /** A limit was reached, so that something of the message is left out. */
  readonly isTruncated: boolean;
}

export interface ParseOptions {
  readonly limits?: Partial<Limits> | undefined;
  /** The message is `bytes.subarray(start, end)`; offsets still count from the start of `bytes`. */
  readonly start?: number;
  readonly end?: number;
}

const CUTS: readonly Problem[] = ["maxDepth", "maxParts", "maxHeaders", "maxHeaderBytes"];

/** Reads a message (RFC 5322, RFC 2045–2049, RFC 6532) in one pass. Never throws, whatever the bytes are. */
export function parseMessage(bytes: Uint8Array, options: ParseOptions = {}): ParsedMessage {
  const budget: Budget = {
    limits: { ...LIMITS, ...options.limits },
    problems: new Set(),
    parts: 0,
    headers: 0,
    headerBytes: 0,
  };
  const end = Math.min(options.end ?? bytes.length, bytes.length);
  const start = Math.min(Math.max(options.start ?? 0, 0), end);
  // A view, so that no search for a line end or hyphen runs past the message.
  const view = bytes.subarray(0, end);
  const root = new StructureReader(view, budget).read(skipEnvelopeLine(view, start, end));
  const bodies = selectBodies(root);
  const charset = headerCharset(bodies);
  if (charset !== null) readNames(view, root, charset);
  const problems = [...budget.problems];
  return {
    bytes,
    root,
    headers: root.headers,
    charset,
    ...bodies,
    hasAttachment: hasAttachment(bodies, root),
    problems,
    isTruncated: problems.some((problem) => CUTS.includes(problem)),
  };
}

/** The charset of the text, where it says more than UTF-8 does. */
function headerCharset({ textBody, htmlBody }: BodySelection): string | null {
  const charsets = [...textBody, ...htmlBody].map((part) => part.charset);
  return charsets.find((charset) => charset && !/^(us-ascii|utf-?8)$/i.test(charset)) ?? null;
}

/** Names in raw octets, which parts could not be read in when the charset was not known yet. */
function readNames(bytes: Uint8Array, root: ParsedPart, charset: string): void {
  for (const part of allParts(root))
    if (part.name?.includes("\uFFFD")) part.name = nameInCharset(bytes, part.headers, charset);
}

/** mbox files and some gateways put a line "From address date" in front, which is no header field. */
function skipEnvelopeLine(bytes: Uint8Array, start: number, end: number): number {
  if (!/^>?From /.test(latin1(bytes, start, Math.min(start + 6, end)))) return start;
  return Math.min(lineEnd(bytes, start) + 1, end);
}

interface OpenMultipart {
  readonly part: ParsedPart;
  readonly children: ParsedPart[];
  readonly boundary: string;
  /** What the same boundary meant further out. */
  readonly shadowed: number | undefined;
}

interface Delimiter {
  /** Where the text before it ends: the line end in front belongs to the delimiter (RFC 2046 §5.1.1). */
  readonly contentEnd: number;
  readonly next: number;
  /** Which of the open multiparts it belongs to. */
  readonly level: number;
  readonly isClose: boolean;
}

// RFC 2046 allows 70 characters; longer ones occur.
const MAX_BOUNDARY = 998;
// How much white space may trail a delimiter.
const MAX_PADDING = 256;

/** Holds the open multiparts of one message. A stack instead of recursion: depth costs no call frames. */
class StructureReader {
  private readonly open: OpenMultipart[] = [];
  /** Boundary → its level in `open`, so that a line is compared once, not once a level. */
  private readonly levels = new Map<string, number>();
  /** No boundary so far was shorter. */
  private shortest = Infinity;
  private readonly bytes: Uint8Array;
  private readonly end: number;
  private readonly budget: Budget;

  constructor(bytes: Uint8Array, budget: Budget) {
    this.bytes = bytes;
    this.end = bytes.length;
    this.budget = budget;
  }

  read(start: number): ParsedPart {
    const root = this.readPart(start, "", "text/plain");
    let delimiter = this.nextDelimiter(root.start);
    while (delimiter && this.budget.parts < this.budget.limits.maxParts) {
      this.closeAbove(delimiter.level, delimiter.contentEnd);
      const { children, part } = this.open[delimiter.level]!;
      const last = children.at(-1);
      if (last && last.end === -1) last.end = delimiter.contentEnd;
      if (delimiter.isClose) {
        // What follows up to the next delimiter is the epilogue; it belongs to the multipart's range alone.
        this.forget(delimiter.level);
        delimiter = this.nextDelimiter(delimiter.next);
        if (part.end === -1) part.end = delimiter ? delimiter.contentEnd : this.end;
        continue;
      }
      const child = this.readPart(
        delimiter.next,
        `${part.path && `${part.path}.`}${children.length + 1}`,
        part.type === "multipart/digest" ? "message/rfc822" : "text/plain",
      );
      children.push(child);
      delimiter = this.nextDelimiter(child.start);
    }
    if (delimiter) this.budget.problems.add("maxParts");
    const end = delimiter ? delimiter.contentEnd : this.end;
    this.closeAbove(-1, end);
    if (root.end === -1) root.end = end;
    return root;
  }

  private readPart(start: number, path: string, implicitType: string): ParsedPart {
    this.budget.parts += 1;
    const block = readHeaders(this.bytes, start, this.budget, (lineStart) =>
      this.isDelimiter(lineStart),
    );
    const { part, boundary } = describePart(this.bytes, block, start, path, implicitType);
    if (part.children) this.openMultipart(part, part.children, boundary);
    return part;
  }

  private openMultipart(part: ParsedPart, children: ParsedPart[], boundary: string | null): void {
    if (this.open.length >= this.budget.limits.maxDepth) {
      this.budget.problems.add("maxDepth");
      becomeLeaf(part, "application/octet-stream");
    } else if (!boundary || boundary.length > MAX_BOUNDARY) {
      this.budget.problems.add("missingBoundary");
      becomeLeaf(part, "text/plain");
    } else {
      const shadowed = this.levels.get(boundary);
      this.levels.set(boundary, this.open.length);
      this.shortest = Math.min(this.shortest, boundary.length);
      this.open.push({ part, children, boundary, shadowed });
    }
  }

  /** Ends, at `end`, the multiparts inside level `level`, none of which saw its closing delimiter. */
  private closeAbove(level: number, end: number): void {
    while (this.open.length - 1 > level) {
      const { part, children } = this.open.at(-1)!;
      const last = children.at(-1);
      if (last && last.end === -1) last.end = end;
      part.end = end;
      this.budget.problems.add("unclosedMultipart");
      this.forget(this.open.length - 1);
    }
  }

  private forget(level: number): void {
    const closed = this.open[level]!;
    this.open.length = level;
    if (closed.shadowed === undefined) this.levels.delete(closed.boundary);
    else this.levels.set(closed.boundary, closed.shadowed);
    if (closed.children.length === 0) {
      this.budget.problems.add("missingBoundary");
      becomeLeaf(closed.part, "text/plain");
    }
  }

  private nextDelimiter(from: number): Delimiter | null {
    const { bytes, end } = this;
    if (this.levels.size === 0) return null;
    let at = from;
    // At the very start of a body the line end in front belongs to the header.
    if (at < end && bytes[at - 1] !== LF) at = Math.min(lineEnd(bytes, at) + 1, end);
    while (at < end) {
      if (bytes[at] === HYPHEN && bytes[at + 1] === HYPHEN) {
        const delimiter = this.delimiterAt(at, from);
        if (delimiter) return delimiter;
      }
      // Looking for hyphens passes over base64 at the speed of a memory scan.
      const hyphen = indexOfOctet(bytes, HYPHEN, at + 1);
      if (hyphen === -1) return null;
      at = bytes[hyphen - 1] === LF ? hyphen : lineEnd(bytes, hyphen) + 1;
    }
    return null;
  }

  private isDelimiter(lineStart: number): boolean {
    return (
      this.bytes[lineStart] === HYPHEN &&
      this.bytes[lineStart + 1] === HYPHEN &&
      this.delimiterAt(lineStart, lineStart) !== null
    );
  }

  private delimiterAt(lineStart: number, bodyStart: number): Delimiter | null {
    const { bytes, end } = this;
    const lineFeed = lineEnd(bytes, lineStart);
    let textEnd = lineFeed;
    if (textEnd - lineStart > MAX_BOUNDARY + MAX_PADDING) return null;
    while (textEnd > lineStart && isSpace(bytes[textEnd - 1])) textEnd--;
    if (textEnd - lineStart - 2 < this.shortest) return null;
    const text = latin1(bytes, lineStart + 2, textEnd);
    let level = this.levels.get(text);
    const isClose = level === undefined && text.endsWith("--");
    if (isClose) level = this.levels.get(text.slice(0, -2));
    if (level === undefined) return null;
    let contentEnd = lineStart;
    if (contentEnd > bodyStart) contentEnd -= 1;
    if (contentEnd > bodyStart && bytes[contentEnd - 1] === CR) contentEnd -= 1;
    return { contentEnd, next: Math.min(lineFeed + 1, end), level, isClose };
  }
}

function isSpace(octet: number | undefined): boolean {
  return octet === SPACE || octet === TAB || octet === CR;
}

/** A multipart that cannot be taken apart is one part. */
function becomeLeaf(part: ParsedPart, type: "text/plain" | "application/octet-stream"): void {
  part.type = type;
  part.children = null;
  part.charset = type === "text/plain" ? "us-ascii" : null;
  part.partId = part.path || "1";
}
