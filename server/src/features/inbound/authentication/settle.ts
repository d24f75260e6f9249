import type { EmailAuthentication } from "@atrium/contract/types/email";
import type { Engine } from "../../../engine/index.ts";
import type { Accounts } from "../../accounts/index.ts";
import { listIdOf, listReaders } from "../../mail/index.ts";
import { RefusedMessage } from "../../mail/message/inspect.ts";
import type { EnvelopeRecipient } from "../trace.ts";
import type { Findings } from "./authenticate.ts";
import { ownAction, ownClaim } from "./own-domain.ts";
import { actionFor, isWithin } from "./policy.ts";

/** What becomes of a mail that was checked. */
export interface Settled {
  readonly authentication: EmailAuthentication;
  readonly mailboxRole: "inbox" | "junk";
  /** Accounts to whose inbox it goes all the same, since it is of a list that they read. */
  readersOfList(recipients: readonly EnvelopeRecipient[]): Promise<ReadonlySet<string> | undefined>;
}

/**
 * Decides by the authors' domains and by those of ours.
 * @throws RefusedMessage
 */
export async function settle(
  { engine, accounts }: { readonly engine: Engine; readonly accounts: Pick<Accounts, "domains"> },
  header: Uint8Array,
  findings: Findings,
  trustedSealers: ReadonlySet<string>,
): Promise<Settled> {
  const { results, vouching } = findings;
  const byPolicy = actionFor(findings, trustedSealers);
  const claim =
    results.dmarc.result === "pass"
      ? null
      : ownClaim(header, findings, await accounts.domains.list());
  const action = claim ? ownAction(claim, byPolicy, findings, trustedSealers) : byPolicy;
  if (action === "reject") throw new RefusedMessage(byPolicy === "reject" ? "policy" : "unproven");
  if (action === "defer") throw new RefusedMessage("unverified");
  return {
    authentication: claim ? { ...results, unprovenOwnDomain: claim.domain } : results,
    mailboxRole: action === "junk" ? "junk" : "inbox",
    async readersOfList(recipients) {
      if (action !== "junk" || claim === null) return undefined;
      // The policy of another author's domain is not ours to lift.
      if (byPolicy === "junk" && results.dmarc.domain !== claim.domain) return undefined;
      const listId = listIdOf(header);
      // Whoever may use the list's name has to vouch for it (RFC 2919 §4): others could put any list's there.
      const domains = listId === null ? [] : vouching.filter((name) => isWithin(listId, name));
      if (listId === null || domains.length === 0) return undefined;
      const accountIds = [...new Set(recipients.flatMap((one) => one.accountIds))];
      return await listReaders(engine, accountIds, listId, domains);
    },
  };
}
