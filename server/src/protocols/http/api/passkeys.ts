import { api } from "@atrium/contract/api/index";
import type { FastifyRequest } from "fastify";
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { refuse } from "../../../engine/index.ts";
import type { Accounts } from "../../../features/accounts/index.ts";
import type { SecretCookie } from "../cookie.ts";
import type { Route } from "../route.ts";
import { endSession } from "./session.ts";
import { NAME, PROOF } from "./shapes.ts";
import { ACCOUNT_REFUSALS } from "../../../features/accounts/index.ts";

/** Base64url. The longest is an authenticator's data with its extensions. */
const BYTES = z
  .string()
  .max(10_000)
  .regex(/^[\w-]*$/);
/** WebAuthn, §4: a credential's id has 1,023 octets at most. */
const CREDENTIAL_ID = BYTES.min(1).max(1364);

const CREATED = z.object({
  id: CREDENTIAL_ID,
  response: z.object({ clientDataJSON: BYTES, authenticatorData: BYTES, publicKey: BYTES }),
});
const SHOWN = z.object({
  id: CREDENTIAL_ID,
  response: z.object({
    clientDataJSON: BYTES,
    authenticatorData: BYTES,
    signature: BYTES,
    userHandle: BYTES,
  }),
});

/** Signing in with passkeys, and adding one where a second factor is asked for before anything else. */
export function passkeyRoutes(
  route: Route,
  options: {
    readonly accounts: Accounts;
    readonly origin: (request: FastifyRequest) => string;
    /** The session's. */
    readonly cookie: SecretCookie;
    /** Distinguishes the browser that was asked for a passkey from others. */
    readonly asked: SecretCookie;
  },
): void {
  const { accounts, origin, cookie, asked } = options;
  const { passkeys, own } = accounts;

  route(api.session.askPasskey, {
    access: "anyone",
    async handle({ reply }) {
      // Kept where there is one: other windows may be waiting for an answer.
      const browser = asked.read(reply.request) ?? randomBytes(32).toString("base64url");
      asked.write(reply, browser);
      return accounts.askPasskey({ browser, origin: origin(reply.request) });
    },
  });

  route(api.session.showPasskey, {
    access: "anyone",
    body: SHOWN,
    async handle({ body, client, signedIn, reply }) {
      const browser = asked.read(reply.request);
      if (browser === null)
        return refuse(ACCOUNT_REFUSALS.wrongPasskey, "no passkey was requested");
      const where = { browser, origin: origin(reply.request) };
      const { token, info } = await accounts.signInByPasskey(body, where, client);
      await endSession(accounts, signedIn);
      cookie.write(reply, token);
      return info;
    },
  });

  route(api.secondFactor.beginPasskey, {
    access: "enrolling",
    proof: "given",
    body: PROOF,
    handle: ({ body, signedIn, client, reply }) =>
      own.beginPasskey(signedIn, body, { client, origin: origin(reply.request) }),
  });

  route(api.secondFactor.addPasskey, {
    access: "enrolling",
    proof: "none",
    body: z.object({ name: NAME, created: CREATED }),
    async handle({ body, signedIn, reply }) {
      await passkeys.add(signedIn.actor, body, origin(reply.request));
    },
  });
}
