import { plural } from "@atrium/i18n";

type Count = { readonly count: number };

/** Mail that was held back for a virus. */
export const en = {
  intro:
    "Messages with a virus are held back here for 30 days, newest first. Nobody can read them, and they reach their recipients only if you release them.",
  find: "Find by sender, recipient, subject or virus",
  mailCount: ({ count }: Count) =>
    plural(count, { one: "{count} message", other: "{count} messages" }),
  noMailFound: "No message in quarantine matches “{query}”",
  empty: "Quarantine is empty",
  emptyMore: "Messages in which the virus scanner finds something are held back here.",
  to: "to {address}",
  moreRecipients: "and {count} more",
  noSubject: "(no subject)",
  noSender: "No sender",
  released: "Released",
  threat: "Virus",
  sender: "Sender",
  envelopeSender: "Sent by",
  recipients: "Recipients",
  received: "Received",
  size: "Size",
  release: "Release",
  releaseIntro: "Delivers the message to its recipients, with a warning.",
  releaseTitle: "Release this message?",
  releaseMore: ({ count, threat }: Count & { readonly threat: string }) =>
    plural(count, {
      one: `The virus scanner found ${threat}. {count} recipient will get the message with a warning, and this cannot be undone.`,
      other: `The virus scanner found ${threat}. {count} recipients will get the message with a warning, and this cannot be undone.`,
    }),
  isReleased: "Released. It will be delivered in a moment.",
  delete: "Delete",
  deleteIntro: "The recipients won’t get it. Otherwise it is deleted after 30 days.",
  deleteReleased: "Only its entry here is deleted. The recipients keep the message.",
  deleteTitle: "Delete this message?",
  deleteMore: "The recipients won’t get it, and it cannot be restored.",
  isDeleted: "Deleted from quarantine",
} as const;
