import { createHash, createPrivateKey, sign as signBytes, type KeyObject } from "node:crypto";
import { fieldsOf } from "../../mail/message/header.ts";
import { startOfBody } from "../transport/outgoing-message.ts";
import { relaxedBody, relaxedHeader } from "./canonical.ts";

/** A key that signs for a domain. */
export interface SigningKey {
  readonly domain: string;
  readonly selector: string;
  readonly algorithm: "rsa" | "ed25519";
  readonly privateKey: KeyObject;
}

/** PKCS #8, as it is kept. */
export const readPrivateKey = (der: Buffer): KeyObject =>
  createPrivateKey({ key: der, format: "der", type: "pkcs8" });

/**
 * Fields of which none may be added on the way (RFC 6376 §8.15): each is named once more than it occurs, so that
 * another one breaks the signature.
 */
const SEALED = [
  "From",
  "Sender",
  "Reply-To",
  "To",
  "Cc",
  "Subject",
  "Date",
  "Message-ID",
  "In-Reply-To",
  "References",
  "MIME-Version",
  "Content-Type",
  "Content-Transfer-Encoding",
];
/** Fields that are signed where they occur, and that a mailing list may add to. */
const SIGNED = [
  "Content-ID",
  "Content-Disposition",
  "Resent-From",
  "Resent-To",
  "Resent-Date",
  "Resent-Message-ID",
  "List-ID",
  "List-Help",
  "List-Unsubscribe",
  "List-Unsubscribe-Post",
  "List-Post",
  "Auto-Submitted",
];

/**
 * The `DKIM-Signature` fields for a message (RFC 6376, RFC 8463), to be put in front of it: relaxed/relaxed, one for
 * each key. The message has CRLF line ends.
 */
export function dkimSignatures(message: Buffer, keys: readonly SigningKey[], now: Date): string {
  const bodyStart = startOfBody(message);
  const fields = fieldsOf(message.subarray(0, bodyStart))
    .filter(({ name }) => name !== "")
    .map(({ raw }) => raw.toString("latin1"));
  const bodyHash = createHash("sha256")
    .update(relaxedBody(message.subarray(bodyStart)))
    .digest("base64");
  const names = signedNames(fields);
  const signed = signedFields(fields, names);
  return keys.map((key) => signature(key, names, signed, bodyHash, now)).join("");
}

function signature(
  { domain, selector, algorithm, privateKey }: SigningKey,
  names: readonly string[],
  signed: readonly string[],
  bodyHash: string,
  now: Date,
): string {
  const unsigned = [
    `DKIM-Signature: v=1; a=${algorithm}-sha256; c=relaxed/relaxed;`,
    `d=${domain}; s=${selector}; t=${Math.floor(now.getTime() / 1000)};`,
    `h=${folded(names.join(":"), /:/)};`,
    `bh=${bodyHash};`,
    "b=",
  ].join("\r\n\t");
  const input = Buffer.from(
    [...signed.map((field) => `${field}\r\n`), relaxedHeader(unsigned)].join(""),
    "latin1",
  );
  // RFC 8463 §3: Ed25519 signs the hash.
  const bytes =
    algorithm === "rsa"
      ? signBytes("sha256", input, privateKey)
      : signBytes(null, createHash("sha256").update(input).digest(), privateKey);
  return `${unsigned}${bytes.toString("base64").replaceAll(/.{70}(?=.)/g, "$&\r\n\t")}\r\n`;
}

const nameOf = (field: string): string => field.slice(0, field.indexOf(":")).trim().toLowerCase();

function signedNames(fields: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const field of fields) counts.set(nameOf(field), (counts.get(nameOf(field)) ?? 0) + 1);
  const times = (name: string, more: number): string[] =>
    Array.from({ length: (counts.get(name.toLowerCase()) ?? 0) + more }, () => name);
  return [...SEALED.flatMap((name) => times(name, 1)), ...SIGNED.flatMap((name) => times(name, 0))];
}

/** RFC 6376 §5.4.2: of several fields of one name the last is taken first; those that are not there are nothing. */
function signedFields(fields: readonly string[], names: readonly string[]): string[] {
  const left = [...fields];
  return names.flatMap((name) => {
    const index = left.findLastIndex((field) => nameOf(field) === name.toLowerCase());
    return index < 0 ? [] : left.splice(index, 1).map(relaxedHeader);
  });
}

/** Folds a long list at its separators. */
function folded(text: string, separator: RegExp): string {
  let length = 0;
  return text
    .split(new RegExp(`(?<=${separator.source})`))
    .map((piece) => {
      length += piece.length;
      if (length <= 70) return piece;
      length = piece.length;
      return `\r\n\t ${piece}`;
    })
    .join("");
}
