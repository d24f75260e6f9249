import { stripComments } from "@atrium/formats/mime";
import type { Field } from "../../mail/message/header.ts";
import { valueOf } from "../../mail/message/header.ts";
import type { Findings } from "./authenticate.ts";

/** The field that says what was found out (RFC 8601), with its line ends. */
export function resultsField(
  { results, reasons }: Findings,
  context: { readonly hostName: string; readonly mailFrom: string; readonly remoteAddress: string },
): string {
  const { spf, dkim, dmarc, arc } = results;
  const methods = [
    line("spf", spf.result, reasons.spf, {
      [context.mailFrom === "" ? "smtp.helo" : "smtp.mailfrom"]: spf.domain,
    }),
    ...(dkim.length === 0 ? [line("dkim", "none")] : []),
    ...dkim.map(({ result, domain, selector }, index) =>
      line("dkim", result, reasons.dkim[index], { "header.d": domain, "header.s": selector }),
    ),
    line("arc", arc.result, undefined, { "smtp.remote-ip": context.remoteAddress }),
    line("dmarc", dmarc.result, undefined, {
      "header.from": dmarc.domain,
      "policy.dmarc": dmarc.policy,
    }),
  ];
  return `Authentication-Results: ${context.hostName};\r\n\t${methods.join(";\r\n\t")}\r\n`;
}

function line(
  method: string,
  result: string,
  reason?: string,
  properties: Readonly<Record<string, string | null>> = {},
): string {
  const said = Object.entries(properties).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${word(value)}`],
  );
  return [
    `${method}=${result}`,
    ...(reason === undefined ? [] : [`reason=${quoted(reason)}`]),
    ...said,
  ].join(" ");
}

/** A field of 998 octets in a line (RFC 5322 §2.1.1) holds all that these are; longer ones come from nobody decent. */
const LONGEST_WORD = 255;

/** RFC 2045's token, or a quoted string. */
function word(text: string): string {
  return /^[\w!#$%&'*+.^`{|}~-]+$/.test(text) && text.length <= LONGEST_WORD ? text : quoted(text);
}

function quoted(text: string): string {
  const plain = text.replaceAll(/[^ -~]/g, "_").slice(0, LONGEST_WORD);
  return `"${plain.replaceAll(/["\\]/g, "\\$&")}"`;
}

/**
 * Whether a field claims to be ours though it came from outside (RFC 8601 §5): people and programs here trust those
 * that bear this server's name.
 */
export function isForged(field: Field, hostName: string): boolean {
  if (field.name !== "authentication-results") return false;
  // Comments may stand before the name, and it may be quoted; what cannot be read is not trusted either.
  const [head = ""] = stripComments(valueOf(field)).split(";", 1);
  const [, quotedName, bare = ""] = /^\s*(?:"([^"]*)|([^\s"/]+))/.exec(head) ?? [];
  const name = quotedName?.replaceAll("\\", "") ?? bare;
  return name === "" || head.includes("(") || name.toLowerCase() === hostName.toLowerCase();
}
