import { authorsOf } from "@atrium/formats/mime";
import type { Domain } from "../../accounts/index.ts";
import type { Findings } from "./authenticate.ts";
import { domainsOf } from "./judge-authors.ts";
import { isSealed, isWithin, type Action } from "./policy.ts";

/** A mail from outside that has an author of ours and does not prove it. */
export interface OwnClaim {
  /** The author's, which is a domain of ours or lies below one. */
  readonly domain: string;
  /** What the domain of ours wants done with such mail. */
  readonly unverified: Domain["unverified"];
  /** Only DNS was not there to prove it. */
  readonly mayStillPass: boolean;
}

/** Whom of ours a mail from outside claims to be from without proof; of several, whose domain is the strictest. */
export function ownClaim(
  header: Uint8Array,
  findings: Findings,
  ours: readonly Domain[],
): OwnClaim | null {
  const { dmarc, spf, dkim } = findings.results;
  if (dmarc.result === "pass") return null;
  const claims = domainsOf(authorsOf(header)).domains.flatMap((domain): OwnClaim[] => {
    const own = ours
      .filter(({ name }) => isWithin(domain, name))
      .sort((a, b) => b.name.length - a.name.length)[0];
    if (own === undefined) return [];
    const speaks = (name: string | null): boolean => isWithin(name, own.name);
    // The domain's own record says that what passed is not enough, or there is none, and it is.
    const isDenied = dmarc.result === "fail" && dmarc.domain === domain;
    if (!isDenied && findings.vouching.some(speaks)) return [];
    const mayStillPass =
      dmarc.result === "temperror" ||
      [spf, ...dkim].some(({ result, domain: name }) => result === "temperror" && speaks(name));
    return [{ domain, unverified: own.unverified, mayStillPass }];
  });
  const strictest = ["reject", "junk", "deliver"] as const;
  return (
    claims.sort((a, b) => strictest.indexOf(a.unverified) - strictest.indexOf(b.unverified))[0] ??
    null
  );
}

/**
 * What is done with such a mail: at least what the author's own record asks for, and what our domain wants unless a
 * trusted forwarder saw it pass. What only DNS keeps from passing is not refused for good.
 */
export function ownAction(
  claim: OwnClaim,
  byPolicy: Action,
  findings: Findings,
  trustedSealers: ReadonlySet<string>,
): Action {
  if (byPolicy === "reject" || byPolicy === "defer") return byPolicy;
  if (isSealed(findings, trustedSealers) || claim.unverified === "deliver") return byPolicy;
  if (claim.unverified === "junk") return "junk";
  return claim.mayStillPass ? "defer" : "reject";
}
