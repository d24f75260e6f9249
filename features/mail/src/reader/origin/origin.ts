import type { EmailAuthentication, EmailRecord } from "@atrium/contract/types/email";

/** What is known of where a mail comes from. */
export type Origin =
  /** It did not come from another server. */
  | { readonly kind: "inside" }
  /** The domain of its From stands for it. */
  | { readonly kind: "verified"; readonly domain: string }
  /** The domain of its From says that it should, and it does not. */
  | { readonly kind: "spoofed"; readonly domain: string; readonly isSevere: boolean }
  /** Nobody vouches for it, and nobody says that somebody should. */
  | { readonly kind: "unverified"; readonly domain: string };

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** Judges a mail's authentication, as the server found it on arrival (RFC 7489 §6). */
export function originOf({
  authentication,
  from,
}: Pick<EmailRecord, "authentication" | "from">): Origin {
  if (!authentication) return { kind: "inside" };
  const { dmarc } = authentication;
  const domain = dmarc.domain ?? domainOf(from?.[0]?.email ?? "");
  if (dmarc.result === "pass") return { kind: "verified", domain };
  if (dmarc.result === "fail") {
    const isSevere = dmarc.policy === "reject" || dmarc.policy === "quarantine";
    return { kind: "spoofed", domain, isSevere };
  }
  // Without a policy of the domain: whether what was checked speaks for this domain.
  return isAligned(authentication) ? { kind: "verified", domain } : { kind: "unverified", domain };
}

function isAligned({ dmarc, dkim, spf }: EmailAuthentication): boolean {
  const { alignment } = dmarc;
  return (
    (alignment.dkim && dkim.some(({ result }) => result === "pass")) ||
    (alignment.spf && spf.result === "pass")
  );
}

/** Whether the address in From may be taken for what it says. */
export const isVouchedFor = ({ kind }: Origin): boolean => kind === "inside" || kind === "verified";
