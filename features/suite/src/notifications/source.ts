import type { CallMethod } from "@atrium/contract/types/methods";
import type { Locale } from "@atrium/i18n";

/** A notification of the system. Its words are the source's own: the service worker has no page, nor its strings. */
export interface Notice {
  readonly title: string;
  readonly options: NotificationOptions & { readonly data: NoticeData };
}

/** What a notification leads to, and the records it is about. */
export interface NoticeData {
  readonly path: string;
  readonly ids: readonly string[];
}

/** What a feature's `./notifications` exports: its news, and how they are shown. */
export interface NotificationSource {
  /** Part of the name of the lock by which one window shows them for all. */
  readonly name: string;
  /** The localStorage key of what that window has seen; begins with `atrium.told`, by which it goes at sign-out. */
  readonly seenKey: string;
  /** The type whose state changes with news (RFC 8620 §7.1); the server pushes it. */
  readonly arrivals: string;
  /** The type whose changes may make shown notifications outdated. */
  readonly records: string;
  /** Offers notifications to a user who has missed news. */
  readonly suggestion: Readonly<Record<Locale, string>>;
  /** Everything that is there now, which is no news. */
  seenNow(call: CallMethod, accountId: string): Promise<object>;
  newsSince(
    call: CallMethod,
    accountId: string,
    seen: object,
  ): Promise<{ readonly news: readonly unknown[]; readonly seen: object }>;
  /** Discreet ones say neither from whom nor what. */
  noticesFor(news: readonly unknown[], language: Locale, isDiscreet?: boolean): readonly Notice[];
  /** Of shown notifications, those whose news are all over. */
  outdated<Shown extends { readonly data: unknown }>(
    call: CallMethod,
    accountId: string,
    shown: readonly Shown[],
  ): Promise<readonly Shown[]>;
}

/** The sources that an application names, loaded when they are wanted. */
export type NotificationSources = () => readonly Promise<NotificationSource>[];
