import { sealMessage } from "mailauth/lib/arc/index.js";
import { fieldsOf, valueOf } from "../../mail/message/header.ts";
import { startOfBody } from "../transport/outgoing-message.ts";
import type { SigningKey } from "./sign.ts";

/** What this server found out about a message when it came. */
interface Results {
  /** An Authentication-Results field's value, with this server's name at its start. */
  readonly text: string;
  /** Of the chain that the message came with. */
  readonly arc: "none" | "pass";
}

/**
 * The fields of an ARC set (RFC 8617), with which a server that passes a message on says what it found out about it.
 * Empty where it has found out nothing, and where the chain that the message came with is broken.
 */
export async function arcSet(
  message: Buffer,
  key: SigningKey,
  { ownName, now }: { readonly ownName: string; readonly now: Date },
): Promise<string> {
  const results = resultsIn(message, ownName);
  if (results === null) return "";
  const { domain: signingDomain, selector, privateKey } = key;
  const fields = await sealMessage(message, {
    signingDomain,
    selector,
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }),
    // Many signatures make a long line (RFC 5322 §2.1.1).
    authResults: results.text.replaceAll("; ", ";\r\n\t"),
    cv: results.arc,
    signTime: now,
    strict: true,
  });
  return fields.toString();
}

/** The topmost results of this server; what others claimed under its name is taken out when a message comes. */
function resultsIn(message: Buffer, ownName: string): Results | null {
  const header = message.subarray(0, startOfBody(message));
  for (const field of fieldsOf(header)) {
    if (field.name !== "authentication-results") continue;
    const text = valueOf(field).replaceAll(/\s+/g, " ");
    if (!text.toLowerCase().startsWith(`${ownName.toLowerCase()};`)) continue;
    const arc = /; arc=(none|pass)\b/.exec(text)?.[1];
    return arc === undefined ? null : { text, arc: arc as Results["arc"] };
  }
  return null;
}
