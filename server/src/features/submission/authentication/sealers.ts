import type { ARCResult } from "mailauth";

/**
 * Whoever sealed a chain that holds, in lower case, when the first of them, who saw the mail as its author sent it, says
 * that DMARC passed then (RFC 8617 §7.2.1). Whether they are to be believed is not said.
 */
export function sealersOf({ status, chain }: ARCResult): string[] {
  if (status.result !== "pass" || !chain) return [];
  const seen: unknown = chain[0]?.["arc-authentication-results"]?.parsed?.dmarc;
  if (!isPass(seen)) return [];
  return chain.map((entry) => String(entry["arc-seal"]?.parsed?.d?.value ?? "").toLowerCase());
}

/** mailauth keeps the word as `value`, and renames it to `result` in the last entry of a chain. */
function isPass(method: unknown): boolean {
  const { value, result } = (method ?? {}) as {
    readonly value?: unknown;
    readonly result?: unknown;
  };
  return value === "pass" || result === "pass";
}
