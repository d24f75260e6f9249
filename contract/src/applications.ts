import type { Role } from "./api/session.ts";
import { driveBaseUrl } from "./remotes.ts";

/** An application that a window can hold: everything that others need to know of it. */
export interface Application {
  /** What its paths begin with, literally: `/settings` begins with `/setting`. Main has what is nobody else's. */
  readonly prefixes: readonly string[];
  /** The patterns of its pages, which `href` fills in. */
  readonly pages: readonly string[];
  /** What is public is for anybody: no session is read, and nothing of it is kept. */
  readonly needsSession: boolean;
  readonly navigation?: readonly NavigationEntry[];
  /** What its pages may use of the device (Permissions Policy); other pages may not. */
  readonly permissions?: readonly string[];
  /** Sources of its pages besides those of every page, by directive (Content Security Policy). */
  readonly contentSecurity?: Readonly<Record<string, readonly string[]>>;
  /** The article about it at `/help/<slug>`. */
  readonly help?: string;
}

/** A place that people go to, in the rail and the palette. */
export interface NavigationEntry {
  readonly id: string;
  readonly path: string;
  readonly icon: string;
  readonly title: { readonly en: string; readonly ko: string };
  /** What people may also call it; they type it into the palette. */
  readonly words: string;
  /** Its place among the others, the smallest first. */
  readonly order: number;
  /** Only the palette has it. */
  readonly isRare?: true;
  /** Nothing is shown there yet: neither has it, though its path answers. */
  readonly isUnready?: true;
  /** Who it is for, if not for everyone. */
  readonly roles?: readonly Role[];
}

/** The table of applications: the folder of each below `apps/`, in the order in which their prefixes are looked at. */
export const APPLICATIONS = {
  "mail-compose": {
    prefixes: ["/mail/write/"],
    pages: ["/mail/write/"],
    needsSession: true,
    help: "write",
  },
  "mail-popup": {
    prefixes: [
      "/mail/popup/mails/",
      "/mail/popup/shared-mail/",
      "/mail/popup/security-training/",
      "/mail/popup/audit/",
    ],
    pages: ["/mail/popup/mails/:id"],
    needsSession: true,
    help: "mail",
  },
  "address-book": {
    prefixes: ["/address-book"],
    pages: ["/address-book", "/address-book/people/:id"],
    needsSession: true,
    navigation: [
      {
        id: "address-book",
        path: "/address-book",
        icon: "address-book",
        title: { en: "Address book", ko: "주소록" },
        words: "address book contacts people",
        order: 20,
      },
    ],
  },
  settings: {
    prefixes: ["/setting"],
    pages: [
      "/setting",
      "/setting/set-up",
      "/setting/invitation",
      "/setting/recovery",
      "/setting/forgot-password",
      "/setting/:section",
    ],
    needsSession: true,
    navigation: [
      {
        id: "settings",
        path: "/setting",
        icon: "settings",
        title: { en: "Settings", ko: "설정" },
        words: "settings preferences",
        order: 90,
      },
    ],
  },
  pages: {
    prefixes: ["/share/pages/", "/help/"],
    pages: ["/help/", "/help/errors", "/help/errors/:code", "/help/:slug"],
    needsSession: false,
    navigation: [
      {
        id: "help",
        path: "/help/",
        icon: "help",
        title: { en: "Help", ko: "도움말" },
        words: "help",
        order: 100,
        isRare: true,
      },
    ],
  },
  "chatbot-embed": { prefixes: ["/share/chatbot/embed"], pages: [], needsSession: false },
  call: {
    prefixes: ["/ipt-call"],
    pages: ["/ipt-call"],
    needsSession: true,
    navigation: [
      {
        id: "calls",
        path: "/ipt-call",
        icon: "calls",
        title: { en: "Calls", ko: "통화" },
        words: "calls phone",
        order: 40,
        isUnready: true,
      },
    ],
    permissions: ["camera", "microphone", "display-capture"],
  },
  main: {
    prefixes: [],
    pages: [
      "/",
      "/mail",
      "/mail/folder/:folder/thread/:thread",
      "/mail/message/:messageId",
      driveBaseUrl,
    ],
    needsSession: true,
    navigation: [
      {
        id: "mail",
        path: "/",
        icon: "mail",
        title: { en: "Mail", ko: "메일" },
        words: "mail inbox",
        order: 10,
      },
      {
        id: "drive",
        path: driveBaseUrl,
        icon: "drive",
        title: { en: "Drive", ko: "드라이브" },
        words: "drive files",
        order: 30,
      },
    ],
    help: "mail",
  },
} as const satisfies Record<string, Application>;

type Table = typeof APPLICATIONS;

/** The folder name under `apps/` of each application that a window can hold. */
export type AppName = keyof Table;

/** The pattern of a page of the suite. */
export type PagePattern = Table[AppName]["pages"][number];

type EntryOf<Of> = Of extends { readonly navigation: readonly (infer Entry)[] } ? Entry : never;

/** Which of the suite's places a window shows. */
export type SuitePlace = EntryOf<Table[AppName]>["id"];

/** What a place is known by at a glance. */
export type PlaceIcon = EntryOf<Table[AppName]>["icon"];

/** A navigation entry of the table. */
export type Place = NavigationEntry & { readonly id: SuitePlace; readonly icon: PlaceIcon };
