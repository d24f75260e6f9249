/** What a message kept elsewhere says about itself in its header. */
export interface HeaderHints {
  /** When it arrived where it was, as far as is known. */
  readonly time: Date | null;
  readonly keywords: readonly string[];
  /** Thunderbird marks messages as deleted and leaves them in the file until it is compacted. */
  readonly deleted: boolean;
  /** Whether this has any header field at all. */
  readonly isMail: boolean;
}

const HEADER_SEEN = 256 * 1024;

/** X-Mozilla-Status, bits in hexadecimal. */
const MOZILLA = { read: 1, replied: 2, marked: 4, expunged: 8 };

/** Reads the header of a message with CRLF line ends for dates and the marks of other mail programs. */
export function readHints(bytes: Buffer): HeaderHints {
  const end = bytes.indexOf("\r\n\r\n");
  const head = bytes.toString("latin1", 0, Math.min(end < 0 ? bytes.length : end, HEADER_SEEN));
  const fields = head
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n")
    .flatMap((line) => {
      const [, name, value] = /^([!-9;-~]+)[ \t]*:(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), (value ?? "").trim()] as const];
    });
  const first = (name: string): string => fields.find(([key]) => key === name)?.[1] ?? "";

  const status = first("status") + first("x-status");
  const mozilla = Number.parseInt(first("x-mozilla-status") || "0", 16) || 0;
  const hasLabels = fields.some(([name]) => name === "x-gmail-labels");
  const labels = first("x-gmail-labels")
    .split(",")
    .map((label) => label.trim());
  const keywords = [
    ...(status.includes("R") || mozilla & MOZILLA.read || (hasLabels && !labels.includes("Unread"))
      ? ["$seen"]
      : []),
    ...(status.includes("A") || mozilla & MOZILLA.replied ? ["$answered"] : []),
    ...(status.includes("F") || mozilla & MOZILLA.marked || labels.includes("Starred")
      ? ["$flagged"]
      : []),
  ];
  return {
    // The newest Received stands first; its date follows the last semicolon (RFC 5321 §4.4).
    time: dateOf(first("received").split(";").at(-1) ?? "") ?? dateOf(first("date")),
    keywords,
    deleted: (mozilla & MOZILLA.expunged) !== 0,
    isMail: fields.length > 0,
  };
}

function dateOf(text: string): Date | null {
  const time = new Date(text.replaceAll(/\([^()]*\)/g, "").trim());
  return Number.isNaN(time.getTime()) ? null : time;
}
