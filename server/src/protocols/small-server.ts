import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TlsOptions } from "node:tls";
import type { Log } from "../platform/log/index.ts";

/** Milliseconds in which a request must have come. */
const TIMEOUT = 10_000;

/** Nothing that is said here is a page. */
const HEADERS = [
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "no-referrer"],
  ["cache-control", "no-store"],
] as const;

/** A port with one thing to say, beside the server of pages and API. */
export interface SmallServer {
  /** Resolves with the port, which is a free one when 0 was asked for. */
  listen(port: number, host: string): Promise<number>;
  close(): Promise<void>;
}

/** Answers each request by a function; one that fails ends the connection and is logged. */
export function createSmallServer(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  log: Log,
  tls?: TlsOptions,
): SmallServer {
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    for (const [name, value] of HEADERS) response.setHeader(name, value);
    answer(request, response).catch((err: unknown) => {
      log.error({ err, url: request.url }, "could not answer a request");
      response.destroy();
    });
  };
  const server =
    tls === undefined
      ? createServer({ requestTimeout: TIMEOUT }, take)
      : createTlsServer({ ...tls, requestTimeout: TIMEOUT }, take);
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
