import { api } from "@atrium/contract/api/index";
import { z } from "zod";
import { refuse } from "../../../engine/index.ts";
import type { Accounts, SignedIn } from "../../../features/accounts/index.ts";
import type { SecretCookie } from "../cookie.ts";
import type { Route } from "../route.ts";
import { ADDRESS, CODE, PASSWORD } from "./shapes.ts";
import { ACCOUNT_REFUSALS } from "../../../features/accounts/index.ts";

/** Signing in and out, and who is signed in. */
export function sessionRoutes(route: Route, accounts: Accounts, cookie: SecretCookie): void {
  route(api.session.read, {
    access: "anyone",
    async handle({ signedIn, reply }) {
      if (signedIn !== null) return signedIn.info;
      const token = cookie.read(reply.request);
      const hasExpired = token !== null && (await accounts.sessions.hasExpired(token));
      return refuse(ACCOUNT_REFUSALS.notSignedIn, undefined, hasExpired ? { hasExpired } : {});
    },
  });

  route(api.session.signIn, {
    access: "anyone",
    body: z.object({ address: ADDRESS, password: PASSWORD, code: CODE.optional() }),
    async handle({ body, client, signedIn, reply }) {
      const { token, info } = await accounts.signIn(body, client);
      // Nothing of the session that the browser had lives on in the new one.
      await endSession(accounts, signedIn);
      cookie.write(reply, token);
      return info;
    },
  });

  route(api.session.signOut, {
    access: "anyone",
    async handle({ signedIn, reply }) {
      await endSession(accounts, signedIn);
      cookie.clear(reply);
      // What was downloaded must not be found in this browser by who comes next.
      reply.header("clear-site-data", '"cache"');
    },
  });

  route(api.signIns.list, {
    access: "signed-in",
    proof: "none",
    async handle({ signedIn }) {
      const events = await accounts.signIns.list(signedIn.actor.personId);
      return events.map(({ id, at, result, way, ip, user_agent }) => ({
        id,
        at: at.toISOString(),
        isIn: result === "in",
        way,
        userAgent: user_agent,
        ip,
      }));
    },
  });
}

/** Ends the session that a browser had. */
export async function endSession(accounts: Accounts, signedIn: SignedIn | null): Promise<void> {
  if (signedIn !== null) await accounts.sessions.end(signedIn.actor, { only: signedIn.sessionId });
}
