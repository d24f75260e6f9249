/** What a `mailto:` link asks for. Nothing in it has been checked, also not that addresses are some. */
export interface Mailto {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  /** In one line; absent where the link names none. */
  readonly subject?: string;
  /** Plain text, with lines that end in `\n`. */
  readonly body?: string;
}

const ADDRESSES = new Set(["to", "cc", "bcc"]);

/** Reads a `mailto:` link (RFC 6068). Header fields that nobody should set from outside are left out. */
export function readMailto(href: string): Mailto {
  const [, path = "", query = ""] = /^mailto:([^?#]*)(?:\?([^#]*))?/i.exec(href) ?? [];
  const found = new Map([["to", path]]);
  for (const pair of query.split("&")) {
    const at = pair.indexOf("=");
    if (at < 0) continue;
    const name = decode(pair.slice(0, at)).toLowerCase();
    const value = pair.slice(at + 1);
    found.set(name, ADDRESSES.has(name) ? `${found.get(name) ?? ""},${value}` : value);
  }
  // A comma inside of an address is encoded.
  const addresses = (name: string): string[] =>
    (found.get(name) ?? "")
      .split(",")
      .map((address) => decode(address).trim())
      .filter((address) => address !== "");
  const subject = found.get("subject");
  const body = found.get("body");
  return {
    to: addresses("to"),
    cc: addresses("cc"),
    bcc: addresses("bcc"),
    ...(subject !== undefined && { subject: decode(subject).replace(/[\s\p{Cc}]+/gu, " ") }),
    ...(body !== undefined && { body: decode(body).replace(/\r\n?/g, "\n") }),
  };
}

/** A plus sign is a plus sign here, unlike in forms. What is not encoded well is taken as it stands. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
