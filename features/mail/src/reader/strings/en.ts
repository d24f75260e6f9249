import { plural } from "@atrium/i18n";

type Count = { readonly count: number };

/** What the reader says besides the words that all mail screens share. */
export const en = {
  imagesBlocked: ({ count }: Count) =>
    plural(count, { one: "One image is blocked", other: "{count} images are blocked" }),
  imagesBlockedWhy:
    "Loading them may tell the sender that you read this message. Your server fetches them, so nothing else is revealed.",
  showImages: "Show images",
  alwaysShow: "Always from this sender",
  trusted: "Images from {address} will be shown from now on.",
  imagesNotShown: "Could not load the images.",
  tryAgain: "Try again",

  draft: "Draft",
  writeOn: "Continue writing",
  writeOnFrom: "{name}: continue writing this draft",

  verified: "Verified: {domain}",
  unverified: "Sender not verified",
  spoofed: "This message may not come from {domain}",
  spoofedWhy:
    "It claims to, but the domain does not confirm it. Don’t open its links, and ask the sender another way.",
  notOurs: "This message claims to be from {domain}, but nothing proves it",
  notOursWhy:
    "It came from outside. Check with the sender another way before you reply or open links and attachments.",
  posing: "The sender’s name says {shown}, but that is not their address",
  posingWhy: "Anyone can choose any name. Trust the address shown, not the name.",
  colleagueName: "{name} is a colleague, but this is not their address",
  colleagueNameWhy:
    "It comes from {address}. Ask {name} another way before you reply or open links.",
  lookAlike: "{domain} looks like {other}, but is not",
  lookAlikeWhy: "Someone may want you to confuse the two. Look closely at the address.",
  firstContact: "First message from this sender",
  firstContactWhy: "Be careful with links and attachments until you know who it is.",

  reply: "Reply",
  replyAll: "Reply all",
  forward: "Forward",
  answerActs: "Reply to this message",
  messageActs: "More actions",
  close: "Close",
  couldNotLoad: "Could not load this.",

  unsubscribe: "Unsubscribe",
  partlyRead: "This message is too complex to read in full",
  partlyReadWhy: "Text and attachments may be missing here and in search.",
  simplified: "This message is unusually complex",
  simplifiedWhy: "Parts of it may be missing or look different.",

  deliveryReport: "Delivery report.txt",
  ownMessage: "Your message.eml",
  ownHeader: "Header of your message.txt",
  linkTo: "This link opens",
  linkDiffers: "This link shows {shown} but opens another address.",
  copyLink: "Copy address",
  copied: "Copied",
  openLink: "Open",
  whyHere: "Why it’s here",
  byRules: ({ count, names }: Count & { readonly names: string }) =>
    plural(count, { one: `Rule: ${names}`, other: `Rules: ${names}` }),
} as const;
