import { UNVERIFIED, type AdminDomain } from "@atrium/contract/api/admin";
import { api } from "@atrium/contract/api/index";
import { SECOND_FACTOR_FOR } from "@atrium/contract/api/security";
import { z } from "zod";
import type { Actor } from "../../../engine/index.ts";
import { may, type Accounts, type Domain } from "../../../features/accounts/index.ts";
import type { Route } from "../route.ts";
import { ADDRESS } from "./shapes.ts";

const domains = (actor: Actor): boolean => may(actor, "change", { type: "domains" });

const signInRules = (actor: Actor): boolean => may(actor, "change", { type: "sign-in-rules" });

/** Longer is never. */
const GRACE_DAYS_MAX = 90;

/** Domains and the rules of signing in, for administrators. */
export function adminRoutes(route: Route, accounts: Accounts): void {
  const { wantProof } = accounts.own;

  route(api.admin.secondFactor.read, {
    access: signInRules,
    handle: ({ signedIn }) => accounts.secondFactorRules.read(signedIn.actor),
  });

  route(api.admin.secondFactor.change, {
    access: signInRules,
    body: z.object({
      for: z.enum(SECOND_FACTOR_FOR),
      days: z.number().int().min(0).max(GRACE_DAYS_MAX),
    }),
    async handle({ body, signedIn }) {
      wantProof(signedIn);
      await accounts.secondFactorRules.change(signedIn.actor, body);
    },
  });

  route(api.admin.domains.list, {
    access: domains,
    handle: async () => (await accounts.domains.list()).map(adminDomain),
  });

  route(api.admin.domains.add, {
    access: domains,
    body: z.object({ name: ADDRESS }),
    handle: async ({ body, signedIn }) =>
      adminDomain(await accounts.domains.add(signedIn.actor, body.name)),
  });

  route(api.admin.domains.change, {
    access: domains,
    body: z.object({ unverified: z.enum(UNVERIFIED) }),
    handle: ({ body, params, signedIn }) =>
      accounts.domains.change(signedIn.actor, params["name"]!, body.unverified),
  });
}

const adminDomain = ({ name, createdAt, unverified }: Domain): AdminDomain => ({
  name,
  unverified,
  createdAt: createdAt.toISOString(),
});
