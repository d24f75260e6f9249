import type { Log } from "../../platform/log/index.ts";
import type { Certificate } from "../../platform/tls/index.ts";
import { createSmallServer, type SmallServer } from "../small-server.ts";
import { notReady } from "./health.ts";
import { tlsOptions } from "./tls.ts";

/** Seconds after which a program may ask again. */
const RETRY_AFTER = "5";

/** Stands in the place of the server while that waits for its database, and says for what. */
export function createWaitingServer(options: {
  readonly waitsFor: () => string | null;
  /** Serves over TLS with this certificate; without one, in the clear. */
  readonly certificate: Certificate | null;
  readonly log: Log;
}): SmallServer {
  const { waitsFor, certificate, log } = options;
  return createSmallServer(
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
