import { parseAddress, type Accounts } from "../accounts/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Secrets } from "../../platform/secrets/index.ts";
import { originalSender } from "../filters/index.ts";
import type { EnvelopeRecipient } from "./trace.ts";

/** Where mail to an address goes: to people here, nowhere because nobody has it or room for it, or to another server. */
export type Route =
  | {
      readonly kind: "ours";
      readonly recipient: EnvelopeRecipient;
      /** Whether one of the accounts may keep something else than all. */
      readonly hasOwnQuota: boolean;
    }
  /** Everyone behind the address has as much as they may have. */
  | { readonly kind: "full" }
  | { readonly kind: "unknown" }
  /** The postmaster, while nobody is here yet. */
  | { readonly kind: "none-yet" }
  | { readonly kind: "foreign" };

export interface Routing {
  readonly accounts: Pick<Accounts, "findRecipient" | "domains">;
  readonly secrets: Pick<Secrets, "sign">;
  readonly clock: Clock;
}

/** Looks an address up as it stands in RCPT: people, aliases, details after a plus sign, groups with all their members. */
export async function routeAddress(
  { accounts, secrets, clock }: Routing,
  original: string,
): Promise<Exclude<Route, { kind: "full" }>> {
  const found = await accounts.findRecipient(original);
  if (found !== null) {
    const accountIds = [...new Set(found.map(({ accountId }) => accountId))];
    const address = plain(original);
    const group = found[0]?.group;
    const recipient = { original, address, accountIds };
    return {
      kind: "ours",
      hasOwnQuota: found.some(({ hasOwnQuota }) => hasOwnQuota),
      recipient: group ? { ...recipient, group: { ...group, address } } : recipient,
    };
  }
  const address = parseAddress(original);
  // RFC 5321 §4.1.1.3: a recipient without a domain ("postmaster") can only mean this server.
  const ours =
    address === null ? !original.includes("@") : await accounts.domains.isOurs(address.domain);
  if (!ours) return { kind: "foreign" };
  const returnTo = originalSender(
    secrets,
    original.slice(0, original.lastIndexOf("@")),
    clock.now(),
  );
  if (returnTo !== null)
    return {
      kind: "ours",
      hasOwnQuota: false,
      recipient: { original, address: original, accountIds: [], returnTo },
    };
  return { kind: (address?.local ?? plain(original)) === "postmaster" ? "none-yet" : "unknown" };
}

/** Canonical and without the detail: what `Delivered-To` says and a loop is recognised by. */
function plain(original: string): string {
  const address = parseAddress(original);
  if (address === null) return original.toLowerCase();
  const plus = address.local.indexOf("+");
  return plus < 1 ? address.canonical : `${address.local.slice(0, plus)}@${address.domain}`;
}
