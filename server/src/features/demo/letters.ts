import type { PersonKey } from "./cast.ts";
import { mailDate } from "../mail/message/mail-date.ts";
import { labelKeywords } from "./labels.ts";
import { formatAddress, writeMail, type MailContent } from "./mime.ts";
import type { Random } from "./random.ts";
import { DAY } from "./timeline.ts";

/** A user in a header, with the zone their clock shows. */
export interface Party {
  readonly name: string;
  readonly address: string;
  readonly zone?: number;
}

export type LetterKind =
  | "conversation"
  | "newsletter"
  | "notification"
  | "receipt"
  | "list"
  | "invitation"
  | "junk"
  | "draft";

/** A message before it is written down and put into mailboxes. */
export interface Letter {
  readonly kind: LetterKind;
  readonly id: string;
  readonly date: Date;
  readonly from: Party;
  readonly to: readonly Party[];
  readonly cc?: readonly Party[];
  readonly subject: string;
  /** Message ids of the conversation so far, oldest first. */
  readonly references: readonly string[];
  readonly headers?: readonly (readonly [string, string])[];
  readonly body: Omit<MailContent, "headers">;
  /** Set when a member of the organisation wrote it. */
  readonly sender?: PersonKey;
  readonly receivers: readonly PersonKey[];
  readonly answeredBy?: readonly PersonKey[];
  /** The folder where it is filed once it is old; none for what stays or goes to the archive. */
  readonly folder?: string;
  /** When its conversation ended; older ones are filed away. */
  readonly settled: Date;
}

/** One person's copy. `mailbox` is a path; its first name may be a role (`inbox`, `archive`, `sent`, `drafts`, `junk`, `trash`). */
export interface DemoCopy {
  readonly person: PersonKey;
  readonly mailbox: string;
  readonly keywords: readonly string[];
}

/** A message of the demo organisation, and who has it where. */
export interface DemoMessage {
  readonly bytes: Uint8Array;
  readonly receivedAt: Date;
  readonly copies: readonly DemoCopy[];
}

/** Message ids look like those of ordinary mail programs and name the writer's domain. */
export function messageId(address: string, random: Random): string {
  const host = address.slice(address.indexOf("@") + 1);
  return `<${random.hex(8)}-${random.hex(4)}-${random.hex(12)}@${host}>`;
}

/** Writes a letter down and puts the copies into mailboxes. */
export function post(letter: Letter, now: Date, random: Random): DemoMessage {
  const { from, to, cc = [], references } = letter;
  const parent = references.at(-1);
  const list = (parties: readonly Party[]): string =>
    parties.map((party) => formatAddress(party.name, party.address)).join(", ");
  const headers: (readonly [string, string])[] = [
    ...trace(letter, random),
    ["From", list([from])],
    ...(to.length ? [["To", list(to)] as const] : []),
    ...(cc.length ? [["Cc", list(cc)] as const] : []),
    ["Subject", letter.subject],
    ["Date", mailDate(letter.date, from.zone ?? 0)],
    ["Message-ID", letter.id],
    ...(parent === undefined
      ? []
      : ([
          ["In-Reply-To", parent],
          ["References", references.slice(-12).join(" ")],
        ] as const)),
    ...(letter.headers ?? []),
  ];
  return {
    bytes: writeMail({ headers, ...letter.body }, random),
    receivedAt:
      letter.kind === "draft" || letter.sender
        ? letter.date
        : new Date(letter.date.getTime() + random.int(1, 9) * 1000),
    copies: place(letter, now, random),
  };
}

/** What a mail server writes on top of mail from outside; addresses of RFC 5737. */
function trace(letter: Letter, random: Random): (readonly [string, string])[] {
  if (letter.sender !== undefined || letter.kind === "draft") return [];
  const host = letter.from.address.slice(letter.from.address.indexOf("@") + 1);
  const date = mailDate(new Date(letter.date.getTime() + 2000), 0);
  return [
    ["Return-Path", `<${letter.from.address}>`],
    [
      "Received",
      `from mail.${host} (mail.${host} [198.51.100.${random.int(2, 250)}]) by mx.demo.test with ESMTP id ${random.hex(12)}; ${date}`,
    ],
  ];
}

function place(letter: Letter, now: Date, random: Random): DemoCopy[] {
  if (letter.kind === "draft") {
    return letter.receivers.map((person) => ({
      person,
      mailbox: "drafts",
      keywords: ["$draft", "$seen"],
    }));
  }
  const copies: DemoCopy[] = letter.receivers
    .filter((person) => person !== letter.sender)
    .map((person) => {
      const mailbox = mailboxOf(letter, now, random);
      const keywords = keywordsOf(letter, person, mailbox, now, random);
      return { person, mailbox, keywords: [...keywords, ...labelKeywords(letter, person)] };
    });
  if (letter.sender) copies.push({ person: letter.sender, mailbox: "sent", keywords: ["$seen"] });
  return copies;
}

function mailboxOf(letter: Letter, now: Date, random: Random): string {
  const age = (now.getTime() - letter.settled.getTime()) / DAY;
  switch (letter.kind) {
    case "junk":
      return "junk";
    case "list":
      return letter.folder ?? "archive";
    case "newsletter":
      if (age < 21) return random.chance(0.12) ? "trash" : "inbox";
      return random.chance(0.15) ? "archive" : "Newsletters";
    case "notification":
      if (age < 12) return "inbox";
      return age < 30 && random.chance(0.6) ? "trash" : "archive";
    case "receipt":
      return age < 9 ? "inbox" : "Receipts";
    default:
      if (age < 35) return "inbox";
      if (age < 90 && random.chance(0.35)) return "inbox";
      return letter.folder ?? "archive";
  }
}

/** How likely mail of a kind lies unread, while it is new. */
const UNREAD: Readonly<Record<LetterKind, number>> = {
  conversation: 0.28,
  invitation: 0.3,
  notification: 0.45,
  newsletter: 0.6,
  list: 0.5,
  receipt: 0.2,
  junk: 0.8,
  draft: 0,
};

function keywordsOf(
  letter: Letter,
  person: PersonKey,
  mailbox: string,
  now: Date,
  random: Random,
): string[] {
  const age = (now.getTime() - letter.date.getTime()) / DAY;
  const answered = letter.answeredBy?.includes(person) ?? false;
  const chance =
    UNREAD[letter.kind] *
    (age < 3
      ? 1.5
      : age < 10
        ? 0.5
        : mailbox === "inbox"
          ? 0.05
          : letter.kind === "list"
            ? 0.3
            : 0.01);
  const seen = answered || !random.chance(chance);
  const starred = letter.kind === "conversation" && seen && random.chance(age < 40 ? 0.07 : 0.03);
  const forwarded = letter.kind === "receipt" && random.chance(0.12);
  return [
    ...(seen ? ["$seen"] : []),
    ...(answered ? ["$answered"] : []),
    ...(starred ? ["$flagged"] : []),
    ...(forwarded ? ["$forwarded"] : []),
    ...(mailbox === "junk" ? ["$junk"] : []),
  ];
}
