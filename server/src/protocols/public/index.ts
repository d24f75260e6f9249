import type { Accounts } from "../../features/accounts/index.ts";
import type { Engine } from "../../engine/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Secrets } from "../../platform/secrets/index.ts";
import type { HttpServer } from "../http/index.ts";
import { shareFileRoutes } from "./share-file/routes.ts";

/** What strangers reach, on the server of pages: it reads no session, and has limits and policies of its own. */
export function registerPublic(
  server: HttpServer,
  parts: {
    readonly accounts: Pick<Accounts, "throttle">;
    readonly engine: Engine;
    readonly secrets: Pick<Secrets, "sign" | "verify">;
    readonly clock: Clock;
  },
): void {
  shareFileRoutes(server, parts);
}
