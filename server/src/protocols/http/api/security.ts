import { api } from "@atrium/contract/api/index";
import { CREDENTIAL_SCOPES, type ClientCredential } from "@atrium/contract/api/security";
import { z } from "zod";
import type { Accounts } from "../../../features/accounts/index.ts";
import type { Route } from "../route.ts";
import { CODE, NAME, PROOF } from "./shapes.ts";

/** Ten years: who wants longer wants `null`. */
const DAYS_MAX = 3660;

const ACCESS = { scope: z.enum(CREDENTIAL_SCOPES), isReadOnly: z.boolean() };

/** The second factor, app passwords and tokens of who is signed in. */
export function securityRoutes(route: Route, accounts: Accounts): void {
  const { credentials, secondFactor, own } = accounts;

  route(api.session.prove, {
    access: "signed-in",
    proof: "given",
    body: PROOF,
    handle: ({ body, signedIn, client }) => own.prove(signedIn, body, client),
  });

  route(api.credentials.list, {
    access: "signed-in",
    proof: "none",
    handle: async ({ signedIn }) =>
      (await credentials.list(signedIn.actor.personId)).map(clientCredential),
  });

  route(api.credentials.create, {
    access: "signed-in",
    proof: "given",
    body: PROOF.extend({
      kind: z.enum(["app-password", "token"]),
      name: NAME,
      days: z.number().int().min(1).max(DAYS_MAX).nullable(),
      ...ACCESS,
    }),
    async handle({ body, signedIn, client }) {
      const { credential, secret } = await own.createCredential(signedIn, body, client);
      return { credential: clientCredential(credential), secret };
    },
  });

  route(api.credentials.change, {
    access: "signed-in",
    proof: "given",
    body: PROOF.extend({ name: NAME, ...ACCESS }),
    handle: async ({ body, params, signedIn, client }) =>
      clientCredential(await own.changeCredential(signedIn, params["id"]!, body, client)),
  });

  route(api.credentials.revoke, {
    access: "signed-in",
    proof: "none",
    handle: ({ params, signedIn }) => credentials.revoke(signedIn.actor, params["id"]!),
  });

  route(api.secondFactor.read, {
    access: "enrolling",
    proof: "none",
    handle: ({ signedIn }) => secondFactor.read(signedIn.actor.personId),
  });

  route(api.secondFactor.begin, {
    access: "enrolling",
    proof: "given",
    body: PROOF,
    handle: ({ body, signedIn, client }) => own.beginSecondFactor(signedIn, body, client),
  });

  route(api.secondFactor.confirm, {
    access: "enrolling",
    proof: "none",
    body: z.object({ code: CODE }),
    handle: async ({ body, signedIn }) => ({
      codes: await secondFactor.confirm(signedIn, body.code),
    }),
  });

  route(api.secondFactor.renewRecoveryCodes, {
    access: "signed-in",
    proof: "given",
    body: PROOF,
    handle: async ({ body, signedIn, client }) => ({
      codes: await own.renewRecoveryCodes(signedIn, body, client),
    }),
  });

  route(api.secondFactor.turnOff, {
    access: "signed-in",
    proof: "given",
    body: PROOF,
    handle: ({ body, signedIn, client }) => own.turnOffSecondFactor(signedIn, body, client),
  });
}

type Row = Awaited<ReturnType<Accounts["credentials"]["list"]>>[number];

const clientCredential = ({
  createdAt,
  expiresAt,
  lastUsedAt,
  ...same
}: Row): ClientCredential => ({
  ...same,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
