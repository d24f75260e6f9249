/**
 * Every page URL of the suite and the application that owns it.
 * The entry selects with `selectApp`; the server serves the same document for all of them.
 */
import { APPLICATIONS, type AppName } from "./applications.ts";
import { SHARE_FILE_PREFIX } from "./share-file.ts";

export type { AppName };

/** What a build puts in the table's place where every byte counts: prefixes and names alone. */
declare const ATRIUM_ROUTES: typeof ROUTES;
declare const ATRIUM_PUBLIC: typeof PUBLIC;

/** The first row whose prefix starts the path wins. "Starts with" is literal: `/settings` starts with `/setting`. */
export const ROUTES: readonly (readonly [prefix: string, app: AppName])[] =
  typeof ATRIUM_ROUTES === "undefined"
    ? Object.entries(APPLICATIONS).flatMap(([app, { prefixes }]) =>
        prefixes.map((prefix) => [prefix, app as AppName] as const),
      )
    : ATRIUM_ROUTES;

/** The applications that are for anybody. */
export const PUBLIC: readonly AppName[] =
  typeof ATRIUM_PUBLIC === "undefined"
    ? Object.entries(APPLICATIONS).flatMap(([app, { needsSession }]) =>
        needsSession ? [] : [app as AppName],
      )
    : ATRIUM_PUBLIC;

/** The application that owns a browser path (`location.pathname`); anything not in the table is main's. */
export function selectApp(path: string): AppName {
  return ROUTES.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "main";
}

/** Public pages and the chatbot are for anybody: they never read a session, and nothing of them is kept. */
export const isPublic = (app: AppName): boolean => PUBLIC.includes(app);

/** The same of a path: what strangers reach may also lie below an application that is for who is signed in. */
export const isPublicPath = (path: string): boolean =>
  path.startsWith(SHARE_FILE_PREFIX) || isPublic(selectApp(path));

/** Paths of the server itself. No page lives below these prefixes. */
export const SERVER_PREFIXES = [
  "/api/",
  "/jmap/",
  "/.well-known/",
  "/assets/",
  "/remotes/",
  "/frame/",
  "/image-proxy/",
] as const;
