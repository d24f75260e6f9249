import type { FastifyRequest } from "fastify";
import { refuse } from "../../engine/index.ts";
import { isLoopback } from "../../platform/addresses.ts";
import { ACCOUNT_REFUSALS } from "../../features/accounts/index.ts";
import { HTTP_REFUSALS } from "./refusals.ts";

/** The origin under which people reach this server, without a slash at the end. */
export function publicOrigin(request: FastifyRequest, publicUrl: string | null): string {
  return publicUrl === null ? `${request.protocol}://${request.host}` : new URL(publicUrl).origin;
}

const READING = new Set(["GET", "HEAD", "OPTIONS"]);

/** Refuses state-changing requests that another site makes a browser send. */
export function checkOrigin(request: FastifyRequest, publicUrl: string | null): void {
  if (READING.has(request.method)) return;
  if (PUBLIC_ROUTES.test(request.routeOptions.url ?? "")) checkSite(request);
  else checkAnyOrigin(request, publicUrl);
}

/** Where forms are for anybody, and nobody is signed in. */
const PUBLIC_ROUTES = /^\/share\/file\//;

/**
 * The same where nothing is done in anybody's name. Forms of pages that tell nobody where they are (Referrer-Policy) come
 * with `Origin: null`; older browsers, and programs, do not say from which site.
 */
function checkSite({ headers }: FastifyRequest): void {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") refuse(HTTP_REFUSALS.wrongOrigin, site);
}

/**
 * The same whatever the method. Browsers name the origin of every such request; a program that names none has to bring
 * its credentials along, which no foreign page can make it do.
 */
export function checkAnyOrigin(request: FastifyRequest, publicUrl: string | null): void {
  const { origin, authorization, cookie } = request.headers;
  const site = request.headers["sec-fetch-site"];
  if (origin !== undefined) {
    if (origin !== publicOrigin(request, publicUrl)) refuse(HTTP_REFUSALS.wrongOrigin, origin);
  } else if (site !== undefined) {
    if (site !== "same-origin") refuse(HTTP_REFUSALS.wrongOrigin, site);
  } else if (authorization === undefined) {
    // A program that waits to be asked who it is (RFC 9110 §15.5.2). With a cookie it may be a browser that sends neither header.
    if (cookie === undefined && JMAP_ROUTES.test(request.routeOptions.url ?? ""))
      refuse(ACCOUNT_REFUSALS.notSignedIn, "no credentials");
    refuse(HTTP_REFUSALS.wrongOrigin, "no Origin");
  }
}

/** Where programs of others come to. */
const JMAP_ROUTES = /^\/jmap\//;

/** Routes on which passwords, sessions or records travel. The rest is the program itself. */
const SECRET_ROUTES = /^\/(api|jmap|share\/file)\//;

/**
 * Refuses what would carry passwords, sessions or records in the clear (ASVS 5.0, 12.2.1). Where the public address is
 * https, browsers send the cookie and the Origin that we ask for over https alone; headers with a password are held
 * against `isConfidential` where they are read.
 */
export function checkEncryption(request: FastifyRequest, origin: string): void {
  if (!SECRET_ROUTES.test(request.routeOptions.url ?? "") || origin.startsWith("https:")) return;
  if (!isConfidential(request)) refuse(HTTP_REFUSALS.unencrypted, "use https");
}

/** Whether a secret may travel on this connection: encrypted up to us or our proxy, or not leaving the machine. */
export function isConfidential(request: FastifyRequest): boolean {
  return request.protocol === "https" || (isLoopback(request.ip) && !isOfUntrustedProxy(request));
}

/**
 * Whether a proxy on this machine passes requests on that is not configured as trusted: everyone then seems to sit at this
 * machine. A program that really does can claim the same and only shuts itself out.
 */
export function isOfUntrustedProxy({ headers, ip, ips }: FastifyRequest): boolean {
  const isForwarded = headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
  // `ips` goes on behind the first address where that one is trusted.
  return isForwarded && isLoopback(ip) && (ips?.length ?? 1) === 1;
}
