import { plural } from "@atrium/i18n";

type Count = { readonly count: number };

/** What the reader says besides the words that all mail screens share. */
export const en = {
  imagesBlocked: ({ count }: Count) =>
    plural(count, { one: "One image is blocked", other: "{count} images are blocked" }),
  imagesBlockedWhy:
    "Loading them may tell the sender that you read this mail. Your server fetches them, so it tells nothing else.",
  showImages: "Show images",
  alwaysShow: "Always from this sender",
  trusted: "Images of {address} are shown from now on.",
  imagesNotShown: "The images could not be loaded.",
  tryAgain: "Try again",

  draft: "Draft",
  writeOn: "Go on writing",
  writeOnFrom: "{name}: go on writing this draft",

  verified: "Verified: {domain}",
  verifiedWhy: "The mail really comes from {domain}.",
  unverified: "Sender not verified",
  unverifiedWhy: "Nothing proves that this mail comes from {domain}. Most honest senders prove it.",
  checks: "What was checked",
  checkDmarc: "Sender's domain (DMARC)",
  checkDkim: "Signature (DKIM)",
  checkSpf: "Sending server (SPF)",
  checkPass: "passed",
  checkFail: "failed",
  checkNone: "nothing to check",
  checkError: "could not be checked",
  spoofed: "This mail may not come from {domain}",
  spoofedWhy:
    "It claims to, but the domain does not confirm it. Do not follow its links, and ask the sender in another way.",
  notOurs: "This mail claims to be from {domain}, but nothing proves it",
  notOursWhy:
    "It came from outside. Check with the sender another way before you reply or open links and attachments.",
  colleagueName: "{name} is a colleague, but this is not their address",
  colleagueNameWhy:
    "The mail comes from {address}. Ask {name} in another way before you answer or follow links.",
  lookAlike: "{domain} looks like {other}, but is not",
  lookAlikeWhy: "Somebody may want you to take the one for the other. Look at the address closely.",
  firstContact: "You have not had mail from this address before",
  firstContactWhy: "Take care with links and attachments until you know who it is.",
  inJunk: "This mail is in Junk",
  inJunkUnverified: "It was put there because its sender could not be verified.",
  inJunkMoved: "You or somebody with access put it there. Its images stay blocked.",
  notJunk: "Not junk",

  reply: "Reply",
  replyAll: "Reply all",
  forward: "Forward",
  answerActs: "Answer this message",
  messageActs: "More for this message",
  print: "Print",
  viewSource: "View source",
  saveEml: "Save as .eml",
  lightPaper: "Show on light paper",
  darkPaper: "Adapt to the dark theme",
  openInWindow: "Open in a new window",
  source: "Source of the message",
  sourceCut: "Only the beginning is shown. Save the message to see all of it.",
  loading: "Loading",
  close: "Close",
  download: "Download",
  couldNotLoad: "It could not be loaded.",

  unsubscribe: "Unsubscribe",
  unsubscribeTitle: "Unsubscribe from {list}?",
  unsubscribeOneClick: "{list} is asked to send you no more mail. This cannot be undone here.",
  unsubscribeMail: "A mail is sent to {address}, as the list asks.",
  unsubscribed: "You are unsubscribed. It may take a few days.",
  unsubscribeFailed: "The list did not take it. Try again later.",
  alsoDelete: ({ count, list }: Count & { readonly list: string }) =>
    plural(count, {
      one: `Delete the one mail from ${list} too`,
      other: `Delete all {count} mails from ${list} too`,
    }),
  unsubscribePage: "Unsubscribe on the list's page",
  cancel: "Cancel",

  partlyRead:
    "This message is too complex to read in full: text and attachments may be missing here and in search.",
  simplified: "This message is unusually complex: parts of it may be missing or look different.",

  preview: "Preview {name}",
  previewCut: "Only the beginning is shown.",
  noPdfViewer: "This browser does not show PDF files in place.",

  linkTo: "This link leads to",
  linkDiffers: "The words say {shown}, but the link leads elsewhere.",
  copyLink: "Copy address",
  copied: "Copied.",
  openLink: "Open",

  invitationTo: "Invitation",
  invitationCancelled: "Cancelled",
  invitationReply: "Answer to an invitation",
  invitationWhen: "When",
  invitationWhere: "Where",
  invitationBy: "From",
  invitationWho: "Invited",
  invitationRepeats: "Repeats",
  untitledEvent: "Event without a title",
  allDay: "all day",
  inZone: "{time} ({zone})",
  andMore: ({ count }: Count) => plural(count, { one: "and one more", other: "and {count} more" }),
  partAccepted: "accepted",
  partDeclined: "declined",
  partTentative: "perhaps",
  repeatDaily: "every day",
  repeatWeekly: "every week",
  repeatMonthly: "every month",
  repeatYearly: "every year",
} as const;
