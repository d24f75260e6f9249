import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Log } from "../../platform/log/index.ts";
import type { Metrics } from "../../platform/metrics/index.ts";

/**
 * The port on which Prometheus reads `/metrics`. It asks for no password, so it is a port of its own, which is opened
 * to whoever watches and to nobody else.
 */
export function createMetricsDoor(options: { readonly metrics: Metrics; readonly log: Log }): {
  listen(port: number, host: string): Promise<number>;
  close(): Promise<void>;
} {
  const { metrics, log } = options;
  const server = createServer((request, response) => {
    if (request.url?.replace(/\?.*$/, "") !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
      (err: unknown) => {
        log.error({ err }, "the metrics could not be written");
        response.writeHead(500).end();
      },
    );
  });
  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          server.off("error", reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
