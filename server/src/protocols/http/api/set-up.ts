import { api } from "@atrium/contract/api/index";
import { z } from "zod";
import type { Accounts } from "../../../features/accounts/index.ts";
import type { SecretCookie } from "../cookie.ts";
import type { Route } from "../route.ts";
import { ADDRESS, NAME, PASSWORD, TOKEN } from "./shapes.ts";

/** The one-time set-up of the organisation. */
export function setUpRoutes(route: Route, accounts: Accounts, cookie: SecretCookie): void {
  route(api.setUp.read, {
    access: "anyone",
    body: z.object({ token: TOKEN }),
    handle: async ({ body }) => ({
      open: await accounts.setUp.isOpen(body.token),
      isEmpty: await accounts.setUp.isEmpty(),
    }),
  });

  route(api.setUp.complete, {
    access: "anyone",
    body: z.object({
      token: TOKEN,
      organisation: NAME,
      domain: ADDRESS,
      name: NAME,
      localPart: ADDRESS,
      password: PASSWORD,
    }),
    async handle({ body, client, reply }) {
      const { token, info } = await accounts.setUp.complete(body, client);
      cookie.write(reply, token);
      return info;
    },
  });
}
