import { isPublicPath, SERVER_PREFIXES } from "@atrium/contract/routes";
import type { StraightRule } from "./scope.ts";

/** The empty document into which a mail is written. It is kept with its policy, so that mail is read without network. */
export const FRAME = "/frame/mail";

/** What the server alone answers: JMAP, REST. It need not wait until the worker is awake. */
export const STRAIGHT: readonly StraightRule[] = SERVER_PREFIXES.filter(
  (prefix) => prefix !== "/assets/" && prefix !== "/frame/",
).map((prefix) => ({ condition: { urlPattern: `${prefix}*` }, source: "network" }));

/** The frame comes from whoever has it first, so that no mail waits until the worker is awake. */
export const RACING: readonly StraightRule[] = [
  { condition: { urlPattern: FRAME }, source: "race-network-and-fetch-handler" },
];

/** As in the server: a name that changes with its content. */
const HASHED = /\.[\w-]{8,}\.\w+$/;

/** What the worker does with a request: it serves files of the build, the document and the mails' frame, and stays out of all else. */
export type Dealing = "asset" | "document" | "frame" | "none";

export function dealingWith(
  { method, mode, url }: Pick<Request, "method" | "mode" | "url">,
  { origin, assets }: { readonly origin: string; readonly assets: string },
): Dealing {
  if (method !== "GET") return "none";
  const { origin: asked, pathname } = new URL(url);
  // Hashed files right below the asset base; never the remote, which is a build of its own.
  if (url.startsWith(assets) && HASHED.test(pathname)) return "asset";
  if (asked !== origin || mode !== "navigate") return "none";
  if (pathname === FRAME) return "frame";
  return isOurs(pathname) ? "document" : "none";
}

/** Whether a path is a window of who is signed in. */
export function isOurs(pathname: string): boolean {
  if (SERVER_PREFIXES.some((prefix) => pathname.startsWith(prefix))) return false;
  return !isPublicPath(pathname);
}
