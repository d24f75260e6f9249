import { plural } from "@atrium/i18n";

type Count = { readonly count: number };

/** What a message’s menu says, and the dialogs that it opens. */
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

  print: "Print",
  copyMessageLink: "Copy link to this message",
  messageLinkCopied: "Link copied. It opens for everyone who has this message.",
  messageLinkNotCopied: "The link could not be copied.",
  viewSource: "View source",
  saveEml: "Save as .eml",
  lightPaper: "Show on a light background",
  darkPaper: "Adapt to the dark theme",
  fixedFont: "Show in a fixed-width font",
  usualFont: "Show in the standard font",
  cancel: "Cancel",
} as const;
