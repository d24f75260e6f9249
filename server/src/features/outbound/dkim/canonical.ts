const SPACE = 0x20;
const TAB = 0x09;
const CR = 0x0d;
const LF = 0x0a;

/** RFC 6376 §3.4.2: how a header field looks that is signed, without its line end. `field` has its line ends. */
export function relaxedHeader(field: string): string {
  const colon = field.indexOf(":");
  const name = field.slice(0, colon).trim().toLowerCase();
  const value = field
    .slice(colon + 1)
    .replaceAll("\r\n", "")
    .replaceAll(/[ \t]+/g, " ");
  return `${name}:${value.trim()}`;
}

/** RFC 6376 §3.4.4: how a body looks that is signed. In one pass: a body may be of blanks alone. */
export function relaxedBody(body: Buffer): Buffer {
  const out = Buffer.allocUnsafe(body.length + 2);
  let length = 0;
  /** Where the text ends so far that is not an empty line. */
  let end = 0;
  let isBlank = false;
  for (let at = 0; at < body.length; at++) {
    const octet = body[at]!;
    if (octet === SPACE || octet === TAB) {
      isBlank = true;
    } else if (octet === CR && body[at + 1] === LF) {
      at += 1;
      isBlank = false;
      out[length++] = CR;
      out[length++] = LF;
    } else {
      if (isBlank) out[length++] = SPACE;
      isBlank = false;
      out[length++] = octet;
      end = length;
    }
  }
  if (end === 0) return Buffer.alloc(0);
  out[end] = CR;
  out[end + 1] = LF;
  return out.subarray(0, end + 2);
}
