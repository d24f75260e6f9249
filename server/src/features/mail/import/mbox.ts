/** A message as it lay in a mail folder on disk. */
export interface FolderMessage {
  /** With CRLF line ends; empty when it was too large. */
  readonly bytes: Buffer;
  /** From the separator line, when it has one. */
  readonly time: Date | null;
  readonly tooLarge: boolean;
}

const LF = 0x0a;
const CR = 0x0d;
const F = 0x46;
const QUOTE = 0x3e;
const CRLF = Buffer.from("\r\n");

/**
 * Splits an mbox file into messages, however large the file is. Separator lines begin with "From " after an empty
 * line; when the file's first one ends in a date, so must the others, as bodies have such lines too (mboxo, mboxcl).
 * Quoted "From " lines lose one ">" (mboxrd).
 */
export async function* splitMbox(
  file: AsyncIterable<Uint8Array>,
  maxSize: number,
): AsyncGenerator<FolderMessage> {
  let current: { time: Date | null; message: Gathered; size: number } | null = null;
  let afterEmpty = true;
  let dated = false;

  const finish = (): FolderMessage | null => {
    if (!current) return null;
    const { message, size, time } = current;
    if (size > maxSize) return { bytes: Buffer.alloc(0), time, tooLarge: true };
    return { bytes: message.bytes(afterEmpty), time, tooLarge: false };
  };

  for await (const raw of linesOf(file)) {
    const line = raw.at(-1) === CR ? raw.subarray(0, -1) : raw;
    if (afterEmpty && line[0] === F && startsFrom(line, 0)) {
      const { isDated, time } = readSeparator(line.toString("latin1"));
      if (!current || isDated || !dated) {
        const done = finish();
        if (done) yield done;
        else dated = isDated;
        current = { time, message: new Gathered(), size: 0 };
        afterEmpty = false;
        continue;
      }
    }
    afterEmpty = line.length === 0;
    if (!current) {
      if (afterEmpty) continue;
      current = { time: null, message: new Gathered(), size: 0 };
    }
    const kept = line[0] === QUOTE && isQuotedFrom(line) ? line.subarray(1) : line;
    current.size += kept.length + 2;
    // What is too large anyway is counted but no longer kept.
    if (current.size > maxSize) current.message = new Gathered();
    else current.message.add(kept);
  }
  const last = finish();
  if (last) yield last;
}

/** Lines of a message, one after the other with CRLF: kept one by one, millions of empty ones would take gigabytes. */
class Gathered {
  private room = Buffer.alloc(0);
  private length = 0;

  add(line: Buffer): void {
    const { length } = this;
    this.length += line.length + CRLF.length;
    if (this.length > this.room.length) {
      const larger = Buffer.allocUnsafe(Math.max(4096, this.length * 2));
      this.room.copy(larger, 0, 0, length);
      this.room = larger;
    }
    line.copy(this.room, length);
    CRLF.copy(this.room, length + line.length);
  }

  /** All of them; without the last, where that is an empty one behind others, which belongs to the file. */
  bytes(endsEmpty: boolean): Buffer {
    const isOver = endsEmpty && this.length > CRLF.length;
    return Buffer.from(this.room.subarray(0, this.length - (isOver ? CRLF.length : 0)));
  }
}

async function* linesOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  for await (const piece of file) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      const rest = chunk.subarray(from, end);
      yield held.length ? Buffer.concat([...held, rest]) : rest;
      held = [];
      from = end + 1;
    }
    // A copy: streams may reuse their buffers.
    if (from < chunk.length) held.push(Buffer.from(chunk.subarray(from)));
  }
  if (held.length) yield Buffer.concat(held);
}

function startsFrom(line: Buffer, at: number): boolean {
  return line.length >= at + 5 && line.toString("latin1", at, at + 5) === "From ";
}

function isQuotedFrom(line: Buffer): boolean {
  let at = 0;
  while (line[at] === QUOTE) at += 1;
  return startsFrom(line, at);
}

/** `From someone@example.org Sat Nov 21 11:00:00 2026`, with variations in the zone. */
function readSeparator(line: string): { isDated: boolean; time: Date | null } {
  const found =
    /\b([A-Z][a-z]{2}) +(\d{1,2}) +(\d{1,2}:\d{2}(?::\d{2})?)(?: +([A-Z]{1,5}|[+-]\d{4}))? +(\d{4})(?: +([+-]\d{4}))?\s*$/.exec(
      line,
    );
  if (!found) return { isDated: false, time: null };
  const [, month, day, clock, before, year, after] = found;
  const offset =
    [before, after].find((zone) => zone !== undefined && /^[+-]\d{4}$/.test(zone)) ?? "+0000";
  const time = new Date(`${day} ${month} ${year} ${clock} ${offset}`);
  return { isDated: true, time: Number.isNaN(time.getTime()) ? null : time };
}
