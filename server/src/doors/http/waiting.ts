import type { Log } from "../../platform/log/index.ts";
import type { Certificate } from "../../platform/tls/index.ts";
import { createSmallDoor, type SmallDoor } from "../small-door.ts";
import { notReady } from "./health.ts";
import { tlsOptions } from "./tls.ts";

/** Seconds after which a program may ask again. */
const RETRY_AFTER = "5";

/** Stands in the place of the server while that waits for its database, and says for what. */
export function createWaitingDoor(options: {
  readonly waitsFor: () => string | null;
  /** Serves over TLS with this certificate; without one, in the clear. */
  readonly certificate: Certificate | null;
  readonly log: Log;
}): SmallDoor {
  const { waitsFor, certificate, log } = options;
  return createSmallDoor(
    async ({ url }, response) => {
      response.setHeader("content-type", "text/plain; charset=utf-8");
      if (url === "/healthz") response.end("ok\n");
      else
        response
          .writeHead(503, { "retry-after": RETRY_AFTER })
          .end(url === "/readyz" ? notReady(waitsFor()) : "Atrium is starting.\n");
    },
    log,
    certificate === null ? undefined : tlsOptions(certificate),
  );
}
