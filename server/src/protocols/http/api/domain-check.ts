import type { DomainCheck } from "@atrium/contract/api/admin";
import { api } from "@atrium/contract/api/index";
import type { Actor } from "../../../engine/index.ts";
import { may } from "../../../features/accounts/index.ts";
import type { DomainChecks, DomainReport } from "../../../features/outbound/index.ts";
import type { Route } from "../route.ts";

const domains = (actor: Actor): boolean => may(actor, "change", { type: "domains" });

/** What a domain needs in DNS, for administrators. */
export function domainCheckRoutes(route: Route, checks: DomainChecks): void {
  route(api.admin.domains.check, {
    access: domains,
    proof: "none",
    handle: async ({ params, signedIn }) =>
      domainCheck(await checks.check(signedIn.actor, params["name"]!)),
  });
}

const domainCheck = ({ domain, host, checkedHost, records }: DomainReport): DomainCheck => ({
  domain,
  host,
  addresses: checkedHost.addresses,
  hostFault: checkedHost.fault,
  records: records.map(({ record: { kind, name, type, value, isOptional }, state, found }) => ({
    kind,
    name,
    type,
    value,
    isOptional,
    state,
    found,
  })),
});
