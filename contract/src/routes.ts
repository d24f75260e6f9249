/**
 * Every page URL of the suite and the application that owns it.
 * The entry selects with `selectApp`; the server serves the same document for all of them.
 */

/** The folder name under `apps/` of each application that a window can hold. */
export type AppName =
  | "mail-compose"
  | "mail-popup"
  | "address-book"
  | "settings"
  | "pages"
  | "chatbot-embed"
  | "call"
  | "main";

/** The first row whose prefix starts the path wins. "Starts with" is literal: `/settings` starts with `/setting`. */
export const ROUTES: readonly (readonly [prefix: string, app: AppName])[] = [
  ["/mail/write/", "mail-compose"],
  ["/mail/popup/mails/", "mail-popup"],
  ["/mail/popup/shared-mail/", "mail-popup"],
  ["/mail/popup/security-training/", "mail-popup"],
  ["/mail/popup/audit/", "mail-popup"],
  ["/address-book", "address-book"],
  ["/setting", "settings"],
  ["/share/pages/", "pages"],
  ["/help/", "pages"],
  ["/share/chatbot/embed", "chatbot-embed"],
  ["/ipt-call", "call"],
];

/** The application that owns a browser path (`location.pathname`); anything not in the table is main's. */
export function selectApp(path: string): AppName {
  return ROUTES.find(([prefix]) => path.startsWith(prefix))?.[1] ?? "main";
}

/** Public pages and the chatbot are for anybody: they never read a session, and nothing of them is kept. */
export const isPublic = (app: AppName): boolean => app === "pages" || app === "chatbot-embed";

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
