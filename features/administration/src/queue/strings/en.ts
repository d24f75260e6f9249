import { plural } from "@atrium/i18n";

export const en = {
  queueMore: "Mail that waits to leave, the oldest first. Atrium tries by itself again and again.",
  filterQueue: "Find by sender or recipient",
  mailCount: ({ count }: { count: number }) =>
    plural(count, { one: "{count} message", other: "{count} messages" }),
  noMailFound: "No mail from or to “{query}” waits",
  to: "to {address}",
  recipients: "Recipients",
  giveUpIntro: "It is not tried any more, and its sender is told.",
  queueEmpty: "Nothing waits",
  queueEmptyMore: "All mail has left.",
  ownReport: "Report or automatic answer",
  heldBack: "Held back for its sender",
  tryAllNow: "Try all now",
  isTried: "It is being tried",
  allAreTried: "Everything is being tried",
  giveUpTitle: "Give this mail up?",
  giveUpMore: ({ count, sender }: { count: number; sender: string }) =>
    plural(count, {
      one: `{count} recipient does not get it. ${sender} is told.`,
      other: `{count} recipients do not get it. ${sender} is told.`,
    }),
  giveUpReport: "It is a report or an automatic answer, so nobody is told.",
  gaveUp: "The mail is given up",
  triedJustNow: "Being tried now",
  tries: ({ count }: { count: number }) =>
    plural(count, { one: "{count} try", other: "{count} tries" }),
  nextTry: "next {when}",
  moreRecipients: "and {count} more",
} as const;
