import { api } from "@atrium/contract/api/index";
import { REMOTES } from "@atrium/contract/remotes";
import type { ServedRemote } from "@atrium/contract/api/admin";
import { refuse } from "../../../engine/index.ts";
import { may } from "../../../features/accounts/index.ts";
import type { Route } from "../route.ts";

/** What is served of a remote by now, for administrators. What they decided of it is a type (`Remote`). */
export function remoteRoutes(route: Route, served: () => Promise<ServedRemote>): void {
  route(api.admin.remotes.served, {
    access: (actor) => may(actor, "change", { type: "organisation" }),
    proof: "none",
    handle: async ({ params }) => {
      if (!REMOTES.some((name) => name === params["name"])) refuse("notFound");
      return await served();
    },
  });
}
