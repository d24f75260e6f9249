import { APPLICATIONS, type Application } from "@atrium/contract/applications";
import { selectApp } from "@atrium/contract/routes";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DEFAULT_ASSETS, withSlash, type HttpConfig } from "./config.ts";

/** Features of the browser that pages have only where the table of applications says so. */
const FEATURES = [
  "camera",
  "microphone",
  "display-capture",
  "accelerometer",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "midi",
  "payment",
  "serial",
  "usb",
];

/** Headers of every answer; a route may overwrite them. */
export function setSecurityHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  config: HttpConfig,
): void {
  const { url } = request;
  reply.headers({
    "content-security-policy":
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": PERMISSIONS.get(selectApp(pathOf(url))),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    // A look-up of a link's host would show the sender of a mail that it is being read.
    "x-dns-prefetch-control": "off",
    "cache-control": "no-store",
  });
  if (config.publicUrl?.startsWith("https:"))
    reply.header("strict-transport-security", "max-age=63072000");
}

/** By application: every answer has one of these. */
const PERMISSIONS = new Map<string, string>(
  Object.entries(APPLICATIONS).map(([app, one]) => [app, permissionsOf(one)]),
);

function permissionsOf({ permissions = [] }: Application): string {
  return FEATURES.map((name) => `${name}=${permissions.includes(name) ? "(self)" : "()"}`).join(
    ", ",
  );
}

/** The path of a request's target, without what follows it. */
export const pathOf = (url: string): string => url.replace(/[?#].*$/s, "");

/** A URL as a source of a policy, in which `;` and `,` would end it. */
const source = (url: string): string => url.replaceAll(";", "%3B").replaceAll(",", "%2C");

/** Origins besides our own that the pages take code and data from, by configuration only. */
export function foreignSources(config: HttpConfig): { assets: string[]; drive: string[] } {
  const base = withSlash(config.assetBase ?? DEFAULT_ASSETS);
  return {
    assets: /^https?:/.test(base) ? [source(new URL(base).href)] : [],
    drive: /^https?:/.test(config.driveUrl ?? "") ? [new URL(config.driveUrl!).origin] : [],
  };
}

const policy = (directives: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");

/** The policy of the HTML document: no inline script, no inline style element; style attributes only. */
export function documentPolicy(config: HttpConfig, { contentSecurity = {} }: Application): string {
  const { assets, drive } = foreignSources(config);
  const code = ["'self'", ...assets, ...drive];
  const ofEveryPage: Readonly<Record<string, readonly string[]>> = {
    "default-src": ["'none'"],
    "script-src": code,
    "style-src": code,
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", ...assets, ...drive],
    "media-src": ["'self'", "blob:"],
    "font-src": code,
    "connect-src": code,
    "worker-src": ["'self'", "blob:", ...assets],
    "manifest-src": ["'self'", ...assets],
    "frame-src": ["'self'", "blob:"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  const withOwn = Object.entries(ofEveryPage).map(([name, sources]) => {
    const own = contentSecurity[name];
    return [name, own ? [...sources.filter((one) => one !== "'none'"), ...own] : sources] as const;
  });
  return policy(Object.fromEntries(withOwn));
}

/** The policy of static files. It is a worker's own policy when the file is run as one. */
export function assetPolicy(config: HttpConfig): string {
  const { assets, drive } = foreignSources(config);
  return policy({
    "default-src": ["'none'"],
    "script-src": ["'self'", ...assets],
    "connect-src": ["'self'", ...assets, ...drive],
    "frame-ancestors": ["'none'"],
  });
}

/** The policy of the frame into which the reader writes cleaned mail: looks, but no scripts, and no network but the image proxy. */
export const mailFramePolicy = (origin: string): string =>
  policy({
    "default-src": ["'none'"],
    "img-src": ["data:", "blob:", `${source(origin)}/image-proxy/`],
    "style-src": ["'unsafe-inline'"],
    "font-src": ["data:"],
    "form-action": ["'none'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'self'"],
    // Printing is a window of its own to the browser. The frame in which mail is read may open none: see its element.
    sandbox: [
      "allow-same-origin",
      "allow-popups",
      "allow-popups-to-escape-sandbox",
      "allow-modals",
    ],
  });
