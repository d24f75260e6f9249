import { isLoopback } from "../addresses.ts";
import { mailHost } from "./mail-host.ts";
import type { Config } from "./variables.ts";

/**
 * Where people open Atrium, for links in messages from the server. Never what a request says: its sender may
 * say anything.
 */
export function ownOrigin(
  config: Pick<Config, "publicUrl" | "host" | "port" | "httpsPort" | "mailHost">,
): string {
  const { publicUrl, host, port, httpsPort } = config;
  if (publicUrl !== null) return publicUrl;
  const name = isLoopback(host) ? "localhost" : mailHost(config);
  return new URL(httpsPort === null ? `http://${name}:${port}` : `https://${name}:${httpsPort}`)
    .origin;
}
