import { type Address, domainAfter, parseAuthors } from "./addresses.ts";
import { findHeaders, readHeaders } from "./header-fields.ts";
import { unfolded } from "./header-forms.ts";
import { LIMITS, MAX_FROM, type Problem } from "./limits.ts";

/** Who a message says it is from. */
export interface Authors {
  /** How many From fields there are; RFC 5322 §3.6 asks for one. */
  readonly fields: number;
  /** Those of the last field, which is the one that is shown (RFC 8621 §4.1.3). */
  readonly addresses: readonly Address[];
  /** A mailbox holds several addresses, so that it depends on the reader who the author is; or the field is far too long. */
  readonly isMixed: boolean;
}

/**
 * The authors, or the sender, in the header of a message that will stand below other fields: a first line that begins with a blank, or
 * with "From ", is none of an mbox's then.
 */
export function authorsOf(header: Uint8Array, name: "from" | "sender" = "from"): Authors {
  const budget = {
    limits: LIMITS,
    problems: new Set<Problem>(),
    parts: 0,
    headers: 0,
    headerBytes: 0,
  };
  const { headers } = readHeaders(header, 0, budget, () => false);
  const found = findHeaders(headers, name);
  const shown = found.at(-1);
  if (shown === undefined) return { fields: 0, addresses: [], isMixed: false };
  if (shown.valueEnd - shown.valueStart > MAX_FROM)
    return { fields: found.length, addresses: [], isMixed: true };
  return { fields: found.length, ...parseAuthors(unfolded(header, shown)) };
}

/** RFC 1035 §2.3.4. */
const MAX_DOMAIN = 255;

/**
 * The domain of an address as DNS and policies know it: ASCII (IDNA), lower case, without the dot of the root. `null`
 * where what follows the local part is no domain name.
 */
export function authorDomain(email: string): string | null {
  const domain = domainAfter(email)?.replace(/[.\u3002]$/, "");
  // What a URL would take for something else than its host, or for a code of another character.
  if (!domain || domain.length > MAX_DOMAIN || /[\s"%/?#\\:@[\]<>,;()\p{Cc}\uFFFD]/u.test(domain))
    return null;
  const url = `http://${domain}`;
  if (!URL.canParse(url)) return null;
  return new URL(url).hostname.replace(/\.$/, "") || null;
}
