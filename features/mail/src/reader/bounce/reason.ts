import type { ReportedDelivery } from "@atrium/formats/delivery-status";

/** Why a message did not reach somebody, as far as one can do something about it. */
export type Reason =
  | "noAddress"
  | "noDomain"
  | "full"
  | "closed"
  | "tooLarge"
  | "unreachable"
  | "unverified"
  | "refused"
  | "unknown";

/** By the subject and detail of an enhanced status code (RFC 3463 §3, RFC 7372, RFC 7505). */
const REASONS: readonly (readonly [RegExp, Reason])[] = [
  [/^\d\.1\.(?:2|10)$|^5\.4\.[04]$/, "noDomain"],
  [/^5\.1\.[0136]$/, "noAddress"],
  [/^\d\.2\.2$/, "full"],
  [/^\d\.2\.1$/, "closed"],
  [/^\d\.2\.3$|^\d\.3\.4$/, "tooLarge"],
  [/^\d\.4\.\d+$|^4\.3\.\d+$/, "unreachable"],
  [/^\d\.7\.(?:2[0-7]|9|1[0-2])$/, "unverified"],
  [/^\d\.7\.\d+$/, "refused"],
];

export function reasonOf({ status }: Pick<ReportedDelivery, "status">): Reason {
  return REASONS.find(([code]) => code.test(status))?.[1] ?? "unknown";
}

/** Those of a message's recipients whom a report says that it did not reach: nobody else is ever written to by it. */
export function missedOf<Address extends { readonly email: string }>(
  recipients: readonly Address[],
  reported: readonly ReportedDelivery[],
): readonly Address[] {
  const failed = new Set(
    reported
      .filter(({ action }) => action === "failed")
      .flatMap(({ address, original }) => [address, original ?? address])
      .map((address) => address.toLowerCase()),
  );
  return recipients.filter(({ email }) => failed.has(email.toLowerCase()));
}
