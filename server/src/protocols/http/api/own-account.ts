import { api } from "@atrium/contract/api/index";
import { z } from "zod";
import type { Accounts } from "../../../features/accounts/index.ts";
import type { SecretCookie } from "../cookie.ts";
import type { Route } from "../route.ts";
import { PASSWORD } from "./shapes.ts";

/** What people change about themselves. */
export function ownAccountRoutes(route: Route, accounts: Accounts, cookie: SecretCookie): void {
  route(api.password.change, {
    access: "signed-in",
    proof: "none",
    body: z.object({ current: PASSWORD, next: PASSWORD }),
    async handle({ body, signedIn, client, reply }) {
      cookie.write(reply, await accounts.own.changePassword(signedIn, body, client));
    },
  });
}
