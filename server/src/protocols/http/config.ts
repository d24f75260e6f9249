import { isLoopback } from "../../platform/addresses.ts";
import type { Config } from "../../platform/config/index.ts";

/** What the HTTP server takes from the server's configuration. */
export interface HttpConfig {
  /** The origin that people type, such as `https://mail.example.org`; null: whatever the request says. */
  readonly publicUrl: string | null;
  /** Where script and style chunks are, with a slash at the end; null: `/assets/` of this server. */
  readonly assetBase: string | null;
  /** Where the drive remote is, with or without a slash at the end; null: `/remotes/drive/` of this server. */
  readonly driveUrl: string | null;
  /** Addresses or networks (CIDR) of proxies whose X-Forwarded headers count. */
  readonly trustedProxies: readonly string[];
  /** `off` takes the service worker away from every browser that has it. */
  readonly serviceWorker?: "on" | "off";
  /** Origins of web clients that may speak JMAP with a token; null: none. */
  readonly clientOrigins?: readonly string[] | null;
  /** `allow` lets people and programs of other machines sign in over unencrypted HTTP. */
  readonly plainHttp?: "refuse" | "allow";
  /** How long one statement that answers a REST request may take, in milliseconds; any time unless given. */
  readonly statementTime?: number;
}

/** Whether other machines reach the pages, and nothing says that something in front of us encrypts. */
export const isOpenInTheClear = (
  config: Pick<Config, "host" | "publicUrl" | "trustedProxies" | "plainHttp">,
): boolean =>
  !isLoopback(config.host) &&
  !config.publicUrl?.startsWith("https:") &&
  !config.trustedProxies &&
  config.plainHttp !== "allow";

export const DEFAULT_ASSETS = "/assets/";
export const DEFAULT_DRIVE = "/remotes/drive/";

export const withSlash = (base: string): string => (base.endsWith("/") ? base : `${base}/`);
