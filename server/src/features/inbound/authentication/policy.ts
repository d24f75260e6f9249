import type { Findings } from "./authenticate.ts";

/** `defer`: it may well be genuine, and will be seen to be when DNS answers again. */
export type Action = "deliver" | "junk" | "reject" | "defer";

/** What From's domain wants done with this mail (RFC 9989 §5.3.6), where we go along with it. */
export function actionFor(findings: Findings, trustedSealers: ReadonlySet<string>): Action {
  const { dmarc } = findings.results;
  if (dmarc.result !== "fail" || dmarc.policy === null || dmarc.policy === "none") return "deliver";
  if (isSealed(findings, trustedSealers)) return "deliver";
  if (dmarc.policy === "quarantine") return "junk";
  return mayStillPass(findings) ? "defer" : "reject";
}

/** Whether all who handed it on are trusted, and the first of them saw it pass (RFC 8617). */
export function isSealed({ sealers }: Findings, trustedSealers: ReadonlySet<string>): boolean {
  return sealers.length > 0 && sealers.every((domain) => trustedSealers.has(domain));
}

/** Whether a domain that could speak for From's domain did not count because of DNS. */
function mayStillPass({ results: { spf, dkim }, organisation }: Findings): boolean {
  if (organisation === null) return false;
  return [spf, ...dkim].some(
    ({ result, domain }) => result === "temperror" && isWithin(domain, organisation),
  );
}

/** Whether a domain is another one or below it. */
export function isWithin(domain: string | null, above: string): boolean {
  const name = domain?.toLowerCase() ?? "";
  return name === above || name.endsWith(`.${above}`);
}
