import { isLoopback } from "../../platform/addresses.ts";
import { connects } from "./ports.ts";
import { fail, ok, warn, type Check } from "./finding.ts";

/** Ports on which proxies stand. */
const PROXY_PORTS = [443, 80];

/**
 * Without the address that people open, every name that leads here counts as ours: also one of a foreign site that was
 * pointed here (DNS rebinding), whose pages then count as our own.
 */
const publicAddress: Check = {
  name: "address",
  async look({ config: { publicUrl, host, httpsPort, plainHttp } }) {
    if (publicUrl === null)
      return [
        isLoopback(host)
          ? ok("only this machine can open Atrium (ATRIUM_HOST)")
          : warn(
              `ATRIUM_PUBLIC_URL is not set, and ${host} can be reached from other machines`,
              "set it to the address that people open, such as https://mail.example.com; requests from pages of other addresses are then refused",
            ),
      ];
    const { protocol, hostname, port } = new URL(publicUrl);
    if (protocol === "http:" && !isLoopback(hostname))
      return [
        (plainHttp === "allow" ? warn : fail)(
          plainHttp === "allow"
            ? `${publicUrl} is not encrypted: passwords and mail can be read in transit`
            : `${publicUrl} is not encrypted, so nobody can sign in there`,
          "set ATRIUM_HTTPS_PORT and a certificate, or put an HTTPS proxy in front; then set ATRIUM_PUBLIC_URL to https://…",
        ),
      ];
    if (httpsPort !== null && httpsPort !== 443 && httpsPort !== Number(port) && port !== "")
      return [
        warn(
          `the public address is ${publicUrl}, but HTTPS is served on port ${httpsPort}`,
          "use the same port in both, or forward one to the other",
        ),
      ];
    return [ok(`the public address is ${publicUrl}`)];
  },
};

/** Whoever comes through a proxy that is not known looks like the proxy: for throttling, for the log, and for HTTPS. */
const proxy: Check = {
  name: "proxy",
  async look({ config: { publicUrl, httpsPort, trustedProxies, host } }) {
    const trusted = trustedProxies ?? [];
    const open = trusted.find((network) => network.endsWith("/0"));
    if (open !== undefined)
      return [
        fail(
          `ATRIUM_TRUSTED_PROXIES has ${open}: anyone can forge their address`,
          "list only your proxies",
        ),
      ];
    if (httpsPort !== null) return [ok("HTTPS is served by Atrium itself")];
    const isSecure = publicUrl?.startsWith("https:") === true;
    const hasLocal = trusted.some((network) => /^(127\.|::1)/.test(network));
    const advice =
      "set ATRIUM_TRUSTED_PROXIES to its address (127.0.0.1,::1 for one on this machine), and make it send X-Forwarded-For and X-Forwarded-Proto";
    if (isSecure && trusted.length === 0)
      return [
        fail(
          `${publicUrl} is served by a proxy that ATRIUM_TRUSTED_PROXIES does not list: all requests seem to come from it, and apps cannot sign in`,
          advice,
        ),
      ];
    if (isSecure && isLoopback(host) && !hasLocal)
      return [
        warn(
          `only a proxy on this machine can reach ${host}, but ATRIUM_TRUSTED_PROXIES does not list it`,
          advice,
        ),
      ];
    if (trusted.length === 0)
      for (const port of PROXY_PORTS)
        if (await connects("127.0.0.1", port))
          return [
            warn(
              `something serves port ${port} on this machine; if it is a proxy in front of Atrium, all its requests seem to come from this machine`,
              advice,
            ),
          ];
    return [ok(trusted.length === 0 ? "no proxy is set" : `proxies: ${trusted.join(", ")}`)];
  },
};

export const web: readonly Check[] = [publicAddress, proxy];
