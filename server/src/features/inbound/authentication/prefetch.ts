import { domainToASCII } from "node:url";
import type { Resolver } from "../../../platform/dns/index.ts";
import { valueOf, type Field } from "../../mail/message/header.ts";

/** RFC 1035 §2.3.4. */
const MAX_NAME = 255;

/** RFC 9989 §4.10: so many names are asked for a policy at most. */
const MAX_POLICY_NAMES = 8;

/** RFC 6376 §3.5 knows thirteen tags of a signature. */
const MAX_TAGS = 100;

/**
 * Asks at once for all that DKIM and DMARC will ask for one after another: the keys of the signatures, and the
 * policies of From's domain and those above it. What is read too roughly here costs a question and changes nothing.
 */
export function prefetch(lookup: Resolver["lookup"], fields: readonly Field[]): void {
  const names = fields.flatMap((field) => {
    if (field.name === "dkim-signature") return keyName(valueOf(field));
    return field.name === "from" ? policyNames(valueOf(field)) : [];
  });
  for (const name of names) lookup(name, "TXT").catch(() => undefined);
}

function keyName(signature: string): string[] {
  const tags = signature.split(";", MAX_TAGS).map((tag) => tag.trim());
  const valueOfTag = (name: RegExp): string | undefined =>
    tags.find((tag) => name.test(tag))?.replace(name, "");
  const [domain, selector] = [valueOfTag(/^d\s*=\s*/), valueOfTag(/^s\s*=\s*/)];
  return domain && selector ? [`${selector}._domainkey.${domain}`] : [];
}

function policyNames(from: string): string[] {
  // No pattern that has to try both ends: the field may have a million octets.
  const [domain = ""] = /^[^\s<>@,;()"]+/.exec(from.slice(from.lastIndexOf("@") + 1)) ?? [];
  if (domain.length > MAX_NAME) return [];
  const labels = domainToASCII(domain.replace(/\.$/, "")).split(".");
  if (labels.length > MAX_POLICY_NAMES) return [];
  return labels.map((_label, index) => `_dmarc.${labels.slice(index).join(".")}`);
}
