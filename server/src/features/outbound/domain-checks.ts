import { refuse, type Actor } from "../../engine/index.ts";
import { may, type Accounts } from "../accounts/index.ts";
import {
  checkDomain,
  checkHost,
  type CheckedHost,
  type CheckedRecord,
  type CheckedServer,
} from "./domain-check/index.ts";

export interface DomainReport {
  readonly domain: string;
  /** The name of this server among mail servers. */
  readonly host: string;
  readonly checkedHost: CheckedHost;
  readonly records: readonly CheckedRecord[];
}

export type DomainChecks = ReturnType<typeof createDomainChecks>;

/** What DNS says of the organisation's domains. For administrators alone. */
export const createDomainChecks = (
  options: CheckedServer & { readonly accounts: Pick<Accounts, "domains"> },
) => ({
  /** @throws Refusal `forbidden`; `notFound` when the domain is not ours. */
  async check(by: Actor, name: string): Promise<DomainReport> {
    if (!may(by, "read", { type: "domains" })) refuse("forbidden");
    const domain = (await options.accounts.domains.list()).find((one) => one.name === name)?.name;
    if (domain === undefined) return refuse("notFound");
    const [checkedHost, records] = await Promise.all([
      checkHost(options),
      checkDomain(domain, options),
    ]);
    return { domain, host: options.host, checkedHost, records };
  },
});
