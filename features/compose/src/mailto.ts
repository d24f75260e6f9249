import type { ComposeRequest } from "./request.ts";

type NewMessage = Extract<ComposeRequest, { kind: "new" }>;

/** What a `mailto:` link asks for (RFC 6068). Fields that nobody should be able to set from outside are left out. */
export function parseMailto(href: string): NewMessage {
  const [path = "", query = ""] = href.replace(/^mailto:/i, "").split("?", 2);
  const to = [path];
  const found: Record<string, string> = {};
  for (const pair of query.split("&")) {
    const at = pair.indexOf("=");
    if (at < 0) continue;
    const name = decode(pair.slice(0, at)).toLowerCase();
    // A plus sign is a plus sign here, unlike in forms.
    const value = pair.slice(at + 1);
    if (name === "to") to.push(value);
    else if (name in found && name !== "subject") found[name] += `,${value}`;
    else found[name] = value;
  }
  const list = (text: string) =>
    text
      .split(",")
      .map((address) => decode(address).trim())
      .filter((address) => address !== "")
      .map((email) => ({ name: null, email }));
  return {
    kind: "new",
    to: to.flatMap(list),
    ...(found["cc"] && { cc: list(found["cc"]) }),
    ...(found["bcc"] && { bcc: list(found["bcc"]) }),
    ...(found["subject"] && { subject: decode(found["subject"]).replace(/\s+/g, " ") }),
    ...(found["body"] && { body: decode(found["body"]).replace(/\r\n?/g, "\n") }),
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
