import type { ARCResult } from "mailauth";

/**
 * Whoever sealed a chain that holds, in lower case, when the first of them, who saw the mail as its author sent it, says
 * that DMARC passed then (RFC 8617 §7.2.1). Whether they are to be believed is not said.
 */
export function sealersOf({ status, chain, authenticationResults }: ARCResult): string[] {
  if (status.result !== "pass" || !chain) return [];
  // What the last one found out is only in the result; mailauth takes it out of the chain.
  const seen =
    chain.length === 1
      ? authenticationResults?.["dmarc"]?.result
      : chain[0]?.["arc-authentication-results"]?.parsed?.dmarc?.value;
  if (seen !== "pass") return [];
  return chain.map((entry) => String(entry["arc-seal"]?.parsed?.d?.value ?? "").toLowerCase());
}
