import { api } from "@atrium/contract/api/index";
import { z } from "zod";
import type { Accounts } from "../../../features/accounts/index.ts";
import type { Route } from "../route.ts";
import { CODE, PROOF } from "./shapes.ts";

/** The second factor of who is signed in, and the proof of who it is. */
export function securityRoutes(route: Route, accounts: Accounts): void {
  const { secondFactor, own } = accounts;

  route(api.session.prove, {
    access: "signed-in",
    proof: "given",
    body: PROOF,
    handle: ({ body, signedIn, client }) => own.prove(signedIn, body, client),
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
