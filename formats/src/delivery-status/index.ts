import { MAX_REPORT, MAX_REPORTED } from "./limits.ts";

/** What a report says of one recipient (RFC 3464 §2.3). */
export interface ReportedDelivery {
  readonly address: string;
  /** What the sender called the recipient, where the report says so. */
  readonly original: string | undefined;
  /** `failed`, `delayed`, `delivered`, `relayed` or `expanded`, in small letters. */
  readonly action: string;
  /** An enhanced status code (RFC 3463), such as `5.1.1`; empty where it is none. */
  readonly status: string;
  /** What the server said that refused it, without its type; empty where nothing is given. */
  readonly said: string;
}

/** Reads the machine's part of a delivery report (RFC 3464, RFC 6533). */
export function readDeliveryStatus(text: string): ReportedDelivery[] {
  return text
    .slice(0, MAX_REPORT)
    .replaceAll("\r\n", "\n")
    .split(/\n[ \t]*\n/)
    .map(fieldsOf)
    .filter((fields) => fields.has("final-recipient") && fields.has("action"))
    .slice(0, MAX_REPORTED)
    .map((fields) => ({
      address: typedValue(fields.get("final-recipient")!),
      original: fields.has("original-recipient")
        ? typedValue(fields.get("original-recipient")!)
        : undefined,
      action: withoutComment(fields.get("action")!).toLowerCase(),
      status: /^[245]\.\d{1,3}\.\d{1,3}(?!\d)/.exec(fields.get("status") ?? "")?.[0] ?? "",
      said: typedValue(fields.get("diagnostic-code") ?? ""),
    }));
}

/** The Message-ID in the header of the message that a report brings back, without its brackets. */
export function messageIdIn(header: string): string | undefined {
  const [fields = ""] = header.slice(0, MAX_REPORT).replaceAll("\r\n", "\n").split("\n\n", 1);
  return /<([^<>\s]+)>/.exec(fieldsOf(fields).get("message-id") ?? "")?.[1];
}

/** The fields of a group by their names in small letters; of several of one name the first. */
function fieldsOf(group: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let last: string | undefined;
  for (const line of group.split("\n")) {
    if (last !== undefined && (line.startsWith(" ") || line.startsWith("\t"))) {
      fields.set(last, `${fields.get(last)!} ${line.trim()}`);
      continue;
    }
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    last = name === "" || fields.has(name) ? undefined : name;
    if (last !== undefined) fields.set(last, line.slice(colon + 1).trim());
  }
  return fields;
}

/** What stands after the type: `rfc822; ann@x.example`. */
function typedValue(value: string): string {
  const type = /^[\w.-]{1,40};/.exec(value)?.[0] ?? "";
  const plain = value.slice(type.length).trim();
  const isUtf8 = type.toLowerCase() === "utf-8;";
  const text = isUtf8 ? plain.replaceAll(/\\x\{([0-9a-f]{2,6})\}/gi, unitext) : plain;
  return text.replaceAll(/^<|>$/g, "");
}

/** RFC 6533 §3. */
function unitext(written: string, code: string): string {
  const point = Number.parseInt(code, 16);
  const isSurrogate = point >= 0xd800 && point <= 0xdfff;
  return point > 0x10ffff || isSurrogate ? written : String.fromCodePoint(point);
}

function withoutComment(value: string): string {
  const open = value.indexOf("(");
  return (open < 0 ? value : value.slice(0, open)).trim();
}
