import { plural } from "@atrium/i18n";

/** What a delivery report says in words. */
export const en = {
  notDelivered: "Your message was not delivered",
  notYetDelivered: "Your message hasn’t been delivered yet",
  noAddress: "This address doesn’t exist.",
  noAddressDo: "Check the spelling, or ask for the right address.",
  noDomain: "{domain} doesn’t exist or doesn’t receive email.",
  noDomainDo: "Check the part after the @.",
  full: "The mailbox is full.",
  fullDo: "Try again in a few days, or reach them another way.",
  closed: "The mailbox no longer receives email.",
  closedDo: "Ask for another address.",
  tooLarge: "The message is too large for their server.",
  tooLargeDo: "Remove attachments or make them smaller, then send it again.",
  unreachable: "Their server can’t be reached.",
  unreachableDo: "Check the part after the @, or try again later.",
  unverified: "Their server could not verify that the message is from you.",
  unverifiedDo: "Give your administrator the code.",
  refused: "Their server rejected the message.",
  refusedDo: "It may look like spam. Change the text, or reach them another way.",
  unknown: "Their server did not accept the message.",
  unknownDo: "Read what it said, or ask your administrator.",
  stillTried: "You don’t need to do anything. Deferred mail is retried automatically.",
  said: "Their server said: {said}",
  andMore: ({ count }: { readonly count: number }) =>
    plural(count, { one: "and one more", other: "and {count} more" }),
  resend: "Edit and resend",
} as const;
