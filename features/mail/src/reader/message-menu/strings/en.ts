import { plural } from "@atrium/i18n";

type Count = { readonly count: number };

/** What the dialogs of a message say: its source, and before a mailing list is left. */
export const en = {
  unsubscribeTitle: "Unsubscribe from {list}?",
  unsubscribeOneClick:
    "Your server asks {host} to remove you from the list. This cannot be undone here.",
  unsubscribeMail: "A message will be sent to {address}, as the list asks.",
  unsubscribed: "You are unsubscribed. It may take a few days.",
  unsubscribeFailed: "The list did not accept this. Try again later.",
  alsoDelete: ({ count, list }: Count & { readonly list: string }) =>
    plural(count, {
      one: `Also delete the message from ${list}`,
      other: `Also delete all {count} messages from ${list}`,
    }),
  unsubscribePage: "Unsubscribe on the list’s page",
  source: "Message source",
  sourceCut: "Only the beginning is shown. Save the message to see the rest.",
} as const;
