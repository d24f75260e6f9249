import type { Log } from "../../platform/log/index.ts";
import type { Metrics } from "../../platform/metrics/index.ts";
import { createSmallServer, type SmallServer } from "../small-server.ts";

/**
 * The port on which Prometheus reads `/metrics`. It asks for no password, so it is a port of its own, which is opened
 * to whoever watches and to nobody else.
 */
export function createMetricsServer({
  metrics,
  log,
}: {
  readonly metrics: Pick<Metrics, "text" | "contentType">;
  readonly log: Log;
}): SmallServer {
  return createSmallServer(async ({ url }, response) => {
    if (url?.replace(/\?.*$/s, "") !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    const text = await metrics.text();
    response.writeHead(200, { "content-type": metrics.contentType }).end(text);
  }, log);
}
