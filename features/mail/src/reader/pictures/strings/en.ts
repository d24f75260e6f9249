import { plural } from "@atrium/i18n";

type Count = { readonly count: number };

/** What is said of a message's pictures on other servers. */
export const en = {
  someTrack: ({ count, tracked }: Count & { readonly tracked: number }) =>
    plural(tracked, {
      one: `${count} images are blocked, one of them a tracking pixel`,
      other: `${count} images are blocked, {count} of them tracking pixels`,
    }),
  trackersStay: ({ count, hosts }: Count & { readonly hosts: string }) =>
    plural(count, {
      one: `It only tells the sender that you read this (${hosts}), and stays blocked. Loading the others may tell that too.`,
      other: `They only tell the sender that you read this (${hosts}), and stay blocked. Loading the others may tell that too.`,
    }),
  trackersBlocked: ({ count }: Count) =>
    plural(count, { one: "Tracking pixel blocked", other: "{count} tracking pixels blocked" }),
  trackersBlockedWhy: ({ count, hosts }: Count & { readonly hosts: string }) =>
    plural(count, {
      one: `It would only tell the sender that you read this message (${hosts}).`,
      other: `They would only tell the sender that you read this message (${hosts}).`,
    }),
  otherHosts: ({ count }: Count) => plural(count, { one: "one other", other: "{count} others" }),
  tracking: "Tracking",
  stayBlocked: ({ count }: Count) =>
    plural(count, { one: "One pixel, blocked:", other: "{count} pixels, blocked:" }),
  moreTrackers: ({ count }: Count) =>
    plural(count, { one: "and one more", other: "and {count} more" }),
} as const;
