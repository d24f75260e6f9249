import { api } from "@atrium/contract/api/index";
import { SECOND_FACTOR_FOR } from "@atrium/contract/api/security";
import { z } from "zod";
import type { Actor } from "../../../engine/index.ts";
import { may, type Accounts } from "../../../features/accounts/index.ts";
import type { Route } from "../route.ts";

const signInRules = (actor: Actor): boolean => may(actor, "change", { type: "sign-in-rules" });

/** Longer is never. */
const GRACE_DAYS_MAX = 90;

/** The rules of signing in, for administrators. */
export function adminRoutes(route: Route, accounts: Accounts): void {
  route(api.admin.secondFactor.read, {
    access: signInRules,
    proof: "none",
    handle: ({ signedIn }) => accounts.secondFactorRules.read(signedIn.actor),
  });

  route(api.admin.secondFactor.change, {
    access: signInRules,
    proof: "recent",
    body: z.object({
      for: z.enum(SECOND_FACTOR_FOR),
      days: z.number().int().min(0).max(GRACE_DAYS_MAX),
    }),
    async handle({ body, signedIn }) {
      await accounts.secondFactorRules.change(signedIn.actor, body);
    },
  });
}
