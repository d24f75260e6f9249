import type { Findings } from "./authenticate.ts";

/** `defer`: it may well be genuine, and will be seen to be when DNS answers again. */
export type Action = "deliver" | "junk" | "reject" | "defer";

/** What From's domain wants done with this mail (RFC 9989 §5.3.6), where we go along with it. */
export function actionFor(findings: Findings, trustedSealers: ReadonlySet<string>): Action {
  const { dmarc } = findings.results;
  if (dmarc.result !== "fail" || dmarc.policy === null || dmarc.policy === "none") return "deliver";
  const { sealers } = findings;
  if (sealers.length > 0 && sealers.every((domain) => trustedSealers.has(domain))) return "deliver";
  if (dmarc.policy === "quarantine") return "junk";
  return mayStillPass(findings) ? "defer" : "reject";
}

/** Whether somebody who could speak for From's domain was not heard because of DNS. */
function mayStillPass({ results: { spf, dkim }, organisation }: Findings): boolean {
  if (organisation === null) return false;
  const speaks = (domain: string | null): boolean => {
    const name = domain?.toLowerCase() ?? "";
    return name === organisation || name.endsWith(`.${organisation}`);
  };
  return [spf, ...dkim].some(({ result, domain }) => result === "temperror" && speaks(domain));
}
