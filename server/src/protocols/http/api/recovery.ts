import { api } from "@atrium/contract/api/index";
import { z } from "zod";
import type { Accounts } from "../../../features/accounts/index.ts";
import type { Route } from "../route.ts";
import { ADDRESS, CODE } from "./shapes.ts";

/** A forgotten password, and the address to which a link goes then. */
export function recoveryRoutes(route: Route, { recovery }: Accounts): void {
  route(api.recovery.ask, {
    access: "anyone",
    body: z.object({ address: ADDRESS }),
    handle: ({ body, client }) => recovery.ask(body.address, client),
  });

  route(api.recoveryAddress.read, {
    access: "signed-in",
    proof: "none",
    handle: ({ signedIn }) => recovery.read(signedIn.actor),
  });

  route(api.recoveryAddress.ask, {
    access: "signed-in",
    proof: "recent",
    body: z.object({ address: ADDRESS }),
    handle: ({ body, signedIn }) => recovery.request(signedIn.actor, body.address),
  });

  route(api.recoveryAddress.confirm, {
    access: "signed-in",
    proof: "recent",
    body: z.object({ code: CODE }),
    handle: ({ body, signedIn }) => recovery.confirm(signedIn.actor, body.code),
  });

  route(api.recoveryAddress.remove, {
    access: "signed-in",
    proof: "recent",
    handle: ({ signedIn }) => recovery.remove(signedIn.actor),
  });
}
