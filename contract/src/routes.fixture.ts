import type { AppName } from "./routes.ts";

type Rows = readonly (readonly [path: string, app: AppName])[];

/** Written out, not taken from the table: this is the promise that the table has to keep. */
export const PATHS: Rows = [
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
  ["/mail", "main"],
  ["/drive", "main"],
  ["/share/file/f1", "main"],
];

/** "Starts with" is literal in both directions: a longer word still matches, a missing slash does not. */
export const NEAR_MISSES: Rows = [
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
  ["/x/help/", "main"],
];
