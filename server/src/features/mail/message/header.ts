/** One header field as it stands in a message. */
export interface Field {
  /** In lower case. */
  readonly name: string;
  /** With all its lines and their ends. */
  readonly raw: Buffer;
}

/** The fields of a header in their order. Lines that are no fields, and the empty one at the end, have the name "". */
export function fieldsOf(header: Buffer): Field[] {
  return [...eachField(header)];
}

/** The same one by one, for a reader that does not want to hold them all. */
export function* eachField(header: Buffer): Generator<Field> {
  for (let start = 0; start < header.length;) {
    let end = header.indexOf("\n", start);
    // RFC 5322 §2.2.3: a line that begins with white space goes on with the field before it.
    while (end >= 0 && isBlank(header[end + 1]) && end > start + 1)
      end = header.indexOf("\n", end + 1);
    const stop = end < 0 ? header.length : end + 1;
    const raw = header.subarray(start, stop);
    const [, name = ""] = /^([!-9;-~]+)[ \t]*:/.exec(raw.toString("latin1", 0, MAX_NAME)) ?? [];
    yield { name: name.toLowerCase(), raw };
    start = stop;
  }
}

/**
 * What stays here of any message: who got a hidden copy (RFC 5322 §3.6.3), and what the last server writes (RFC 5321 §4.4).
 */
export const KEPT_BACK: readonly string[] = ["bcc", "resent-bcc", "return-path"];

const MAX_NAME = 998;

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09;

/** What stands after the colon, unfolded. */
export function valueOf({ raw }: Field): string {
  const text = raw.toString("utf8");
  return text
    .slice(text.indexOf(":") + 1)
    .replaceAll(/\r?\n/g, "")
    .trim();
}
