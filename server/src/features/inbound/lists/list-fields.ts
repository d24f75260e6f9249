import type { Field } from "../../mail/message/header.ts";

/** A group with an address: mail to it goes to everyone in it. */
export interface MailGroup {
  readonly id: string;
  readonly name: string;
  /** Canonical. */
  readonly address: string;
}

/** RFC 2919 §2: what a list's name in a List-Id is made of. */
const LABEL = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/**
 * What shows the members, their filters and automatic answerers that a mail came by the group (RFC 2919, RFC 2369),
 * with line ends. Nothing when it came by a list already: a mail has one List-Id, and a signature may cover it.
 */
export function listFields({ id, name, address }: MailGroup, fields: readonly Field[]): string {
  if (fields.some((field) => field.name === "list-id")) return "";
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const label = LABEL.test(local) ? local : id;
  return [
    `List-Id: ${phrase(name)} <${label}.${domain}>`,
    `List-Post: <mailto:${encodeURIComponent(local)}@${domain}>`,
    "",
  ].join("\r\n");
}

/** RFC 5322's phrase in ASCII: as it is, or as encoded words of whole characters (RFC 2047 §5). */
function phrase(text: string): string {
  if (/^[\w !#$%&'*+/=?^`{|}~-]*$/.test(text)) return text;
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    if (Buffer.byteLength(word + character) > MAX_WORD_OCTETS) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  return [...words, word]
    .map((part) => `=?utf-8?B?${Buffer.from(part).toString("base64")}?=`)
    .join("\r\n ");
}

/** 75 characters in all, in base64. */
const MAX_WORD_OCTETS = 45;
