import { plural } from "@atrium/i18n";

export const en = {
  queueMore: "Email waiting to be sent, oldest first. Deferred email is retried automatically.",
  filterQueue: "Find by sender or recipient",
  mailCount: ({ count }: { count: number }) =>
    plural(count, { one: "{count} message", other: "{count} messages" }),
  noMailFound: "No queued email matches “{query}”",
  to: "to {address}",
  recipients: "Recipients",
  giveUpIntro: "Atrium stops trying to deliver it and tells the sender.",
  queueEmpty: "The queue is empty",
  queueEmptyMore: "All email has been sent.",
  ownReport: "Report or automatic reply",
  heldBack: "On hold while the sender can undo",
  tryAllNow: "Try all now",
  isTried: "Trying now",
  allAreTried: "Trying everything now",
  giveUpTitle: "Give up on this message?",
  giveUpMore: ({ count, sender }: { count: number; sender: string }) =>
    plural(count, {
      one: `{count} recipient won’t get it. ${sender} will be told.`,
      other: `{count} recipients won’t get it. ${sender} will be told.`,
    }),
  giveUpReport: "This is a report or an automatic reply, so nobody will be told.",
  gaveUp: "Gave up on the message",
  triedJustNow: "Trying now",
  tries: ({ count }: { count: number }) =>
    plural(count, { one: "{count} try", other: "{count} tries" }),
  nextTry: "next try {when}",
  moreRecipients: "and {count} more",
} as const;
