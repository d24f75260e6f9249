/** An answer of a server (RFC 5321 §4.2). */
export interface Reply {
  readonly code: number;
  /** RFC 2034; made of the code's first digit where the server does not give one. */
  readonly status: string;
  /** The lines without code and hyphen. */
  readonly lines: readonly string[];
  /** Everything on one line, as it is shown to people. */
  readonly text: string;
}

/** The server does not speak SMTP, or says more than anyone should. */
export class BadReply extends Error {
  override readonly name = "BadReply";
}

// RFC 5321 §4.5.3.1.5 gives a line 512 octets; real ones are longer. Beyond these it is an attack or no SMTP.
const MAX_LINE = 4096;
const MAX_REPLY = 65_536;
/** What is kept of a reply for people. */
const MAX_TEXT = 1000;

/** Puts the bytes of a connection together to replies. */
export interface ReplyReader {
  /** @throws BadReply when what comes cannot be a reply. */
  read(bytes: Buffer): Reply[];
  /** Bytes of an unfinished reply are waiting. */
  readonly isInside: boolean;
}

export function createReplyReader(): ReplyReader {
  let rest: Buffer = Buffer.alloc(0);
  let lines: string[] = [];
  let size = 0;
  let code = 0;

  function line(bytes: Buffer): Reply | null {
    const text = bytes.toString("utf8").replace(/\r$/, "");
    const match = /^([2-5]\d\d)(?:([ -])(.*))?$/s.exec(text);
    if (match === null) throw new BadReply("the server answered something that is no SMTP");
    const [, digits, separator, words = ""] = match;
    if (lines.length > 0 && Number(digits) !== code)
      throw new BadReply("the lines of an answer contradict each other");
    code = Number(digits);
    lines.push(words);
    size += bytes.length;
    if (size > MAX_REPLY) throw new BadReply("the server's answer does not end");
    if (separator === "-") return null;
    const reply = replyOf(code, lines);
    lines = [];
    size = 0;
    return reply;
  }

  return {
    get isInside() {
      return rest.length > 0 || lines.length > 0;
    },
    read(bytes) {
      const replies: Reply[] = [];
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        if (end > MAX_LINE) break;
        const reply = line(rest.subarray(0, end));
        rest = rest.subarray(end + 1);
        if (reply !== null) replies.push(reply);
      }
      if (rest.length > MAX_LINE) throw new BadReply("a line of the server's answer does not end");
      return replies;
    },
  };
}

function replyOf(code: number, lines: readonly string[]): Reply {
  const status = /^([245])\.(\d{1,3})\.(\d{1,3})(?= |$)/.exec(lines[0]!)?.[0];
  const shown = lines
    .map((words, index) => (index > 0 && status ? words.replace(`${status} `, "") : words))
    .join(" ")
    // Nothing that a server says may end a line of ours.
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .slice(0, MAX_TEXT);
  const first = String(code)[0]!;
  return {
    code,
    // A status of another class than the code's means nothing (RFC 2034 §4).
    status: status?.startsWith(first) ? status : `${first}.0.0`,
    lines,
    text: `${code} ${shown}`.trim(),
  };
}
