import type { EmailAuthentication, EmailRecord } from "@atrium/contract/types/email";
import { authorDomain } from "@atrium/formats/mime";
import { posesAs } from "../../email/participants.ts";

/** What is known of where a mail comes from. */
export type Origin =
  /** It did not come from another server. */
  | { readonly kind: "inside" }
  /** The domain of its From stands for it. */
  | { readonly kind: "verified"; readonly domain: string }
  /** The domain of its From says that it should, and it does not. */
  | { readonly kind: "spoofed"; readonly domain: string; readonly isSevere: boolean }
  /** It would be from a domain of this organisation, came from outside, and nobody vouches for it. */
  | { readonly kind: "not-ours"; readonly domain: string }
  /** Its sender's display name is another address. */
  | { readonly kind: "posing"; readonly domain: string; readonly shown: string }
  /** It is not authenticated, and no policy demands that it is. */
  | { readonly kind: "unverified"; readonly domain: string };

/** Of a mail that came from another server. */
export type Outside = Exclude<Origin, { readonly kind: "inside" }>;

export const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** Judges a mail's authentication, as the server found it on arrival (RFC 7489 §6). */
export function originOf({
  authentication,
  from,
}: Pick<EmailRecord, "authentication" | "from">): Origin {
  const [author] = from ?? [];
  const shown = author && posesAs(author);
  const posing =
    shown === undefined
      ? undefined
      : ({ kind: "posing", domain: domainOf(author!.email), shown } as const);
  if (!authentication) return posing ?? { kind: "inside" };
  const { dmarc, unprovenOwnDomain } = authentication;
  if (unprovenOwnDomain !== undefined) return { kind: "not-ours", domain: unprovenOwnDomain };
  if (dmarc.result === "fail") {
    const domain = dmarc.domain ?? domainOf(from?.[0]?.email ?? "");
    const isSevere = dmarc.policy === "reject" || dmarc.policy === "quarantine";
    return { kind: "spoofed", domain, isSevere };
  }
  if (posing) return posing;
  // Only who is shown can be verified: one whose domain is not the judged one stands for itself.
  const other = (from ?? []).find(({ email }) => authorDomain(email) !== dmarc.domain);
  if (dmarc.domain === null || other !== undefined || from === null || from.length === 0)
    return { kind: "unverified", domain: domainOf((other ?? from?.[0])?.email ?? "") };
  // Without a policy of the domain: whether what was checked speaks for this domain.
  const isVerified = dmarc.result === "pass" || isAligned(authentication);
  return { kind: isVerified ? "verified" : "unverified", domain: dmarc.domain };
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
