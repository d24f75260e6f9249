/** Why a message is not taken. The server says it in its own words. */
export type MessageFault =
  | "tooLarge"
  | "headerTooLarge"
  | "bareNewline"
  | "loop"
  /** It does not say clearly who wrote it. */
  | "authors"
  /** It claims to be from a domain of ours, which wants such mail refused. */
  | "unproven"
  /** The domain that it says it is from wants such mail refused. */
  | "policy"
  /** As before, but DNS could not be asked whether it is genuine. */
  | "unverified"
  /** The virus scanner gave no answer. */
  | "unscanned"
  /** The only recipient's filter wants it refused. */
  | "rejected";

export class RefusedMessage extends Error {
  override readonly name = "RefusedMessage";
  readonly fault: MessageFault;

  constructor(fault: MessageFault) {
    super(fault);
    this.fault = fault;
  }
}

/** RFC 5321 §6.3 asks for at least 100 hops in a path; real ones have fewer than ten. */
export const MAX_RECEIVED = 50;

export interface MessageRules {
  /** Octets. */
  readonly maxSize: number;
  /** A message that passed more servers than this goes round in circles (RFC 5321 §6.3). */
  readonly maxReceived: number;
  /** Addresses in `Delivered-To` that prove that the message was here before. */
  readonly ownAddresses: ReadonlySet<string>;
}

const CR = 0x0d;
const LF = 0x0a;

/** A header line is looked at up to here; what matters stands at its start. */
const LINE_SEEN = 400;

/**
 * Passes a message through while looking at it: its size, its line ends, and in its header the marks of a loop.
 * @throws RefusedMessage as soon as something is wrong.
 */
export async function* inspected(
  source: AsyncIterable<Uint8Array>,
  rules: MessageRules,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  let lastByte = 0;
  const header = createHeaderWatch(rules);
  for await (const chunk of source) {
    size += chunk.length;
    if (size > rules.maxSize) throw new RefusedMessage("tooLarge");
    // RFC 5321 §2.3.8: CR and LF only stand together. Servers that disagree about a lone one can be made to
    // see a second message inside the first (CVE-2023-51764 and its kin), so none is passed on.
    lastByte = checkLineEnds(chunk, lastByte);
    header.see(chunk);
    yield chunk;
  }
  if (lastByte === CR) throw new RefusedMessage("bareNewline");
}

function checkLineEnds(chunk: Uint8Array, before: number): number {
  let last = before;
  if (last === CR && chunk.length > 0 && chunk[0] !== LF) throw new RefusedMessage("bareNewline");
  for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, at + 1)) {
    if ((at === 0 ? last : chunk[at - 1]) !== CR) throw new RefusedMessage("bareNewline");
  }
  for (let at = chunk.indexOf(CR); at >= 0; at = chunk.indexOf(CR, at + 1)) {
    if (at + 1 < chunk.length && chunk[at + 1] !== LF) throw new RefusedMessage("bareNewline");
  }
  last = chunk.at(-1) ?? last;
  return last;
}

/** Follows the header line by line without keeping more than one, and stops at the empty line. */
function createHeaderWatch(rules: MessageRules): { see(chunk: Uint8Array): void } {
  let line = "";
  let received = 0;
  let ended = false;

  const finish = (): void => {
    const text = line.replace(/\r$/, "");
    line = "";
    if (text === "") {
      ended = true;
    } else if (/^received[ \t]*:/i.test(text)) {
      received += 1;
      if (received > rules.maxReceived) throw new RefusedMessage("loop");
    } else {
      const [, address] = /^delivered-to[ \t]*:(.*)$/is.exec(text) ?? [];
      if (address !== undefined && rules.ownAddresses.has(address.trim().toLowerCase())) {
        throw new RefusedMessage("loop");
      }
    }
  };

  return {
    see(chunk) {
      for (let from = 0; from < chunk.length;) {
        if (ended) return;
        const end = chunk.indexOf(LF, from);
        const stop = end < 0 ? chunk.length : end;
        if (line.length < LINE_SEEN) {
          line += Buffer.from(chunk.subarray(from, stop)).toString("utf8").slice(0, LINE_SEEN);
        }
        if (end < 0) return;
        finish();
        from = end + 1;
      }
    },
  };
}
