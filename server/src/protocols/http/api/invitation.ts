import { api } from "@atrium/contract/api/index";
import { z } from "zod";
import type { Accounts } from "../../../features/accounts/index.ts";
import type { SecretCookie } from "../cookie.ts";
import type { Route } from "../route.ts";
import { endSession } from "./session.ts";
import { CODE, PASSWORD, TOKEN } from "./shapes.ts";

/** The link with which someone sets a password. */
export function invitationRoutes(route: Route, accounts: Accounts, cookie: SecretCookie): void {
  route(api.invitation.read, {
    access: "anyone",
    body: z.object({ token: TOKEN }),
    handle: ({ body, client }) => accounts.invitations.read(body.token, client),
  });

  route(api.invitation.accept, {
    access: "anyone",
    body: z.object({
      token: TOKEN,
      password: PASSWORD,
      code: CODE.optional(),
      locale: z.enum(["en", "ko"]).optional(),
    }),
    async handle({ body, client, signedIn, reply }) {
      const { token, info } = await accounts.invitations.accept(body, client);
      // Nothing of the session that the browser had lives on in the new one.
      await endSession(accounts, signedIn);
      cookie.write(reply, token);
      return info;
    },
  });
}
