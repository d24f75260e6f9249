import type { EmailAuthentication } from "@atrium/contract/types/email";
import { authorDomain, type Authors } from "@atrium/formats/mime";
import type { DNSResolver } from "mailauth";
import { evaluateDmarc } from "mailauth/lib/dmarc/index.js";
import { MAX_AUTHOR_DOMAINS } from "./limits.ts";

type Dmarc = EmailAuthentication["dmarc"];

/** What DMARC says of a mail's authors. */
export interface JudgedAuthors {
  readonly dmarc: Dmarc;
  /** The organisational domain of `dmarc.domain`; null when no record was found. */
  readonly organisation: string | null;
}

/** The domains of a mail's authors, each once and at most one too many, and whether each author has one. */
export function domainsOf({ addresses }: Pick<Authors, "addresses">): {
  readonly domains: readonly string[];
  readonly isWhole: boolean;
} {
  const domains = new Set<string>();
  let isWhole = true;
  for (const { email } of addresses) {
    // "Doe, Ann <ann@b.c>" lacks its quotes: what has no address is no author.
    if (email === "" || domains.size > MAX_AUTHOR_DOMAINS) continue;
    const domain = authorDomain(email);
    if (domain === null) isWhole = false;
    else domains.add(domain);
  }
  return { domains: [...domains], isWhole: isWhole && domains.size > 0 };
}

/**
 * Whether a header leaves no doubt whose mail it is. RFC 5322 §3.6: no second From field, and in a mailbox one address
 * (RFC 7489 §6.6.1); of several authors each has a policy.
 */
export function hasClearAuthors(authors: Authors): boolean {
  if (authors.fields > 1 || authors.isMixed) return false;
  return domainsOf(authors).domains.length <= MAX_AUTHOR_DOMAINS;
}

const NOBODY: JudgedAuthors = {
  dmarc: {
    result: "permerror",
    domain: null,
    policy: null,
    alignment: { spf: false, dkim: false },
  },
  organisation: null,
};

/**
 * DMARC (RFC 9989) for the authors as they are shown: of several the one whose domain is the strictest. It passes when
 * every author's domain does.
 * @param vouching domains for which SPF and DKIM passed.
 */
export async function judgeAuthors(
  authors: Authors,
  vouching: { readonly spf: readonly string[]; readonly dkim: readonly string[] },
  resolver: DNSResolver,
): Promise<JudgedAuthors> {
  const { domains, isWhole } = domainsOf(authors);
  if (authors.fields > 1) return NOBODY;
  const judged = await Promise.all(
    domains.slice(0, MAX_AUTHOR_DOMAINS).map((domain) => judge(domain, vouching, resolver)),
  );
  const isClear = isWhole && hasClearAuthors(authors);
  // RFC 9989 §5.3.1: with no author's domain there is nobody whose policy could count.
  return [...judged, ...(isClear ? [] : [NOBODY])].reduce((worst, one) =>
    weight(one) > weight(worst) ? one : worst,
  );
}

function weight({ dmarc: { result, policy } }: JudgedAuthors): number {
  if (result === "fail") return policy === "reject" ? 6 : policy === "quarantine" ? 5 : 3;
  return { pass: 0, none: 1, permerror: 2, temperror: 4 }[result];
}

async function judge(
  domain: string,
  { spf, dkim }: { readonly spf: readonly string[]; readonly dkim: readonly string[] },
  resolver: DNSResolver,
): Promise<JudgedAuthors> {
  const { response } = await evaluateDmarc({
    headerFrom: [`author@${domain}`],
    fromFields: 1,
    spfDomains: [...spf],
    dkimDomains: dkim.map((name) => ({ domain: name })),
    resolver,
    strict: true,
  });
  if (response === false) return NOBODY;
  const { status, policy, alignment } = response;
  const isSame = (name: string): boolean => authorDomain(`author@${name}`) === domain;
  return {
    dmarc: {
      result: status.result as Dmarc["result"],
      domain,
      policy: (policy as Dmarc["policy"] | undefined) ?? null,
      // Where no record says how domains align, only the very same one speaks for itself.
      alignment: alignment
        ? { spf: alignment.spf.result !== undefined, dkim: alignment.dkim.result !== undefined }
        : { spf: spf.some(isSame), dkim: dkim.some(isSame) },
    },
    organisation: response.domain ?? null,
  };
}
