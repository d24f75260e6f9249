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
          ? ok("people open it on this machine")
          : warn(
              `ATRIUM_PUBLIC_URL is not set, and ${host} can be reached from other machines`,
              "set it to the address that people open, such as https://mail.example.com; pages of other addresses can change nothing then",
            ),
      ];
    const { protocol, hostname, port } = new URL(publicUrl);
    if (protocol === "http:" && !isLoopback(hostname))
      return [
        (plainHttp === "allow" ? warn : fail)(
          plainHttp === "allow"
            ? `people open ${publicUrl} without encryption: passwords and mail can be read on the way`
            : `people open ${publicUrl} without encryption, so nobody can sign in there`,
          "set ATRIUM_HTTPS_PORT with a certificate, or put a proxy with HTTPS in front, and ATRIUM_PUBLIC_URL to https://…",
        ),
      ];
    if (httpsPort !== null && httpsPort !== 443 && httpsPort !== Number(port) && port !== "")
      return [
        warn(
          `people open ${publicUrl}, and HTTPS is served on port ${httpsPort}`,
          "make the two agree, or see that something leads from one to the other",
        ),
      ];
    return [ok(`people open ${publicUrl}`)];
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
          `ATRIUM_TRUSTED_PROXIES has ${open}: everybody may claim any address`,
          "name the proxies alone",
        ),
      ];
    if (httpsPort !== null) return [ok("HTTPS is served by Atrium itself")];
    const isSecure = publicUrl?.startsWith("https:") === true;
    const hasLocal = trusted.some((network) => /^(127\.|::1)/.test(network));
    const advice =
      "set ATRIUM_TRUSTED_PROXIES to its address (127.0.0.1,::1 for one on this machine), and have it send X-Forwarded-For and X-Forwarded-Proto";
    if (isSecure && trusted.length === 0)
      return [
        fail(
          `${publicUrl} is served by a proxy that Atrium does not know: everybody seems to come from it, and programs cannot sign in`,
          advice,
        ),
      ];
    if (isSecure && isLoopback(host) && !hasLocal)
      return [
        warn(
          `only a proxy on this machine can reach ${host}, and it is not among ATRIUM_TRUSTED_PROXIES`,
          advice,
        ),
      ];
    if (trusted.length === 0)
      for (const port of PROXY_PORTS)
        if (await connects("127.0.0.1", port))
          return [
            warn(
              `something serves port ${port} of this machine; where it is a proxy in front of Atrium, everybody who comes through it looks like this machine itself`,
              advice,
            ),
          ];
    return [ok(trusted.length === 0 ? "no proxy is set" : `proxies: ${trusted.join(", ")}`)];
  },
};

export const web: readonly Check[] = [publicAddress, proxy];
