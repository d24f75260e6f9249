import { domainToASCII } from "node:url";

/** A mail address in its canonical form: what is compared and stored. */
export interface Address {
  /** Without quotes, NFC, lower case: local parts are told apart by nothing else here. */
  readonly local: string;
  /** ASCII (IDNA), lower case. */
  readonly domain: string;
  readonly canonical: string;
}

/** RFC 5321 §4.5.3.1, in octets. */
const LOCAL_MAX = 64;
const DOMAIN_MAX = 255;

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** A domain name in canonical form, or null when it is none. Address literals (`[192.0.2.1]`) are none. */
export function parseDomain(text: string): string | null {
  // domainToASCII reads the host of a URL and would stop at these.
  if (/[\s/?#\\:@%]/u.test(text)) return null;
  const domain = domainToASCII(text.normalize("NFC").replace(/\.$/, ""));
  const labels = domain.split(".");
  // A numeric last label would be an IPv4 address (RFC 1123 §2.1).
  const isName = labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1)!);
  return isName && domain.length <= DOMAIN_MAX ? domain : null;
}

/** Reads `local@domain` as SMTP or a person writes it, or answers null. */
export function parseAddress(text: string): Address | null {
  const at = text.lastIndexOf("@");
  const local = at < 1 ? null : parseLocal(text.slice(0, at));
  const domain = parseDomain(text.slice(at + 1));
  if (local === null || domain === null) return null;
  return { local, domain, canonical: `${local}@${domain}` };
}

function parseLocal(text: string): string | null {
  // RFC 5321 §4.1.2: a quoted string means the same as what is inside.
  const quoted = /^"(?:[^"\\]|\\.)*"$/su.test(text);
  const local = (quoted ? text.slice(1, -1).replace(/\\(.)/gsu, "$1") : text)
    .normalize("NFC")
    .toLowerCase();
  if (local === "" || Buffer.byteLength(local) > LOCAL_MAX) return null;
  if (hasControl(local) || (!quoted && /[\s"(),:;<>@[\\\]]/u.test(local))) return null;
  return local;
}

function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** What comes before the first plus sign: `bob` of `bob+lists`. Null where there is nothing to take off. */
export function withoutDetail({ local, domain }: Address): string | null {
  const plus = local.indexOf("+");
  return plus < 1 ? null : `${local.slice(0, plus)}@${domain}`;
}

/**
 * Whether a person or group may be given this local part: words of letters, digits and `!#$%&'*-/=?^_{|}~`, joined by
 * single dots. Stricter than what is read, so that the address can be typed anywhere; the plus sign is for details.
 */
export function isAssignable(local: string): boolean {
  return /^[\p{L}\p{M}\p{N}!#$%&'*/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*/=?^_`{|}~-]+)*$/u.test(
    local,
  );
}
