import { describe, expect, test } from "vitest";
import { isPublic, ROUTES, selectApp, type AppName } from "./routes.ts";

const ROWS: readonly (readonly [path: string, app: AppName])[] = [
  ["/mail/write/", "mail-compose"],
  ["/mail/write/new", "mail-compose"],
  ["/mail/popup/mails/m1", "mail-popup"],
  ["/mail/popup/shared-mail/m1", "mail-popup"],
  ["/mail/popup/security-training/m1", "mail-popup"],
  ["/mail/popup/audit/m1", "mail-popup"],
  ["/address-book", "address-book"],
  ["/address-book/people/p1", "address-book"],
  ["/setting", "settings"],
  ["/setting/security", "settings"],
  ["/share/pages/", "pages"],
  ["/share/pages/handbook", "pages"],
  ["/help/", "pages"],
  ["/help/errors/RUNTIME-003", "pages"],
  ["/share/chatbot/embed", "chatbot-embed"],
  ["/ipt-call", "call"],
  ["/", "main"],
  ["", "main"],
  ["/drive", "main"],
  ["/share/file/f1", "main"],
];

/** "Starts with" is literal in both directions: a longer word still matches, a missing slash does not. */
const NEAR_MISSES: readonly (readonly [path: string, app: AppName])[] = [
  ["/address-books", "address-book"],
  ["/settings", "settings"],
  ["/share/chatbot/embedded", "chatbot-embed"],
  ["/ipt-calls", "call"],
  ["/mail/write", "main"],
  ["/mail/writer", "main"],
  ["/mail/popup/mails", "main"],
  ["/mail/popup/other/m1", "main"],
  ["/mail/popup/", "main"],
  ["/address", "main"],
  ["/help", "main"],
  ["/share/pages", "main"],
  ["/share/chatbot/", "main"],
  ["/ipt", "main"],
  ["/Setting", "main"],
  ["//setting", "main"],
  ["/x/help/", "main"],
  ["/%73etting", "main"],
];

describe("the path table", () => {
  test.each(ROWS)("%s opens %s", (path, app) => expect(selectApp(path)).toBe(app));
  test.each(NEAR_MISSES)("near miss: %s opens %s", (path, app) =>
    expect(selectApp(path)).toBe(app),
  );
  test("no row hides behind an earlier one", () => {
    for (const [prefix, app] of ROUTES) expect(selectApp(prefix)).toBe(app);
  });
});

test("pages and the chatbot are for anybody, everything else is for who is signed in", () => {
  const apps = new Set([...ROUTES.map(([, app]) => app), "main" as const]);
  expect([...apps].filter(isPublic)).toEqual(["pages", "chatbot-embed"]);
});
