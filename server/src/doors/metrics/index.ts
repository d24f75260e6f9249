import type { Log } from "../../platform/log/index.ts";
import type { Metrics } from "../../platform/metrics/index.ts";
import { createSmallDoor, type SmallDoor } from "../small-door.ts";

/**
 * The port on which Prometheus reads `/metrics`. It asks for no password, so it is a port of its own, which is opened
 * to whoever watches and to nobody else.
 */
export function createMetricsDoor({
  metrics,
  log,
}: {
  readonly metrics: Pick<Metrics, "text" | "contentType">;
  readonly log: Log;
}): SmallDoor {
  return createSmallDoor(async ({ url }, response) => {
    if (url?.replace(/\?.*$/s, "") !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    const text = await metrics.text();
    response.writeHead(200, { "content-type": metrics.contentType }).end(text);
  }, log);
}
