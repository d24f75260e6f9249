import type { ImportedMessage } from "../../../server/src/features/mail/index.ts";
import { randomFrom } from "./random.ts";
import { SOUGHT, writer, type Language } from "./words.ts";

const DAY = 86_400_000;
const FIRST_AT = new Date(Date.UTC(2026, 0, 1));
/** What such an account gets on a day. */
export const PER_DAY = 200;
/** Correspondents; the first ones write most. */
const PEOPLE = 400;
const RARE_IN = 5000;
/** Conversations that may still be answered. */
const MAX_OPEN = 60;

/** A letter before it is in anybody's mailbox. */
export interface Letter {
  readonly bytes: Buffer;
  readonly isAnswer: boolean;
}

interface Conversation {
  readonly subject: string;
  readonly language: Language;
  readonly messageIds: string[];
  left: number;
}

export interface LetterOptions {
  readonly seed: number;
  readonly firstAt: Date;
  /** Milliseconds between two. */
  readonly step: number;
  /** As programs dress them; otherwise they are little more than their words. */
  readonly isDressed?: boolean;
}

/**
 * Letters as an office gets them, from the oldest to the newest: three in four in English, the others in Korean; conversations of mostly
 * one, at most twenty; a median of 90 words and some that are very long; every third also in HTML, every twelfth with a file.
 *
 * Dressed ones have about 50 kB on the average: 45 % are letters in both forms with what they answer quoted below (6 kB),
 * 45 % are newsletters of 15 to 65 boxes in both forms (50 kB), and one in ten has a file of 40 to 300 kB.
 */
export function* letters(
  to: string,
  { seed, firstAt, step, isDressed = false }: LetterOptions,
): Generator<Letter> {
  const random = randomFrom(seed);
  const word = writer(random);
  const open: Conversation[] = [];
  const below = (count: number): number => Math.floor(random() * count);
  const sentence = (language: Language, length: number): string => {
    const words = Array.from({ length }, () => word(language)).join(" ");
    return words.slice(0, 1).toUpperCase() + words.slice(1);
  };
  const paragraphs = (language: Language): string[] => {
    // Log-normal: e^4.5 is 90.
    let left = Math.min(3000, Math.max(8, Math.round(Math.exp(4.5 + 0.8 * normal(random)))));
    const all: string[] = [];
    while (left > 0) {
      const sentences: string[] = [];
      for (let count = 1 + below(5); count > 0 && left > 0; count--) {
        const length = Math.min(left, 5 + below(14));
        left -= length;
        sentences.push(`${sentence(language, length)}.`);
      }
      all.push(sentences.join(" "));
    }
    return all;
  };

  for (let index = 0; ; index++) {
    const isAnswer = open.length > 0 && (random() < 0.47 || open.length > MAX_OPEN);
    let talk: Conversation;
    if (isAnswer) {
      const at = Math.floor(open.length * Math.sqrt(random()));
      talk = open[at]!;
      talk.left -= 1;
      if (talk.left === 0) open.splice(at, 1);
    } else {
      const language = random() < 0.75 ? "english" : "korean";
      const subject = sentence(language, 3 + below(5));
      talk = { subject, language, messageIds: [], left: lengthOf(random) - 1 };
      if (talk.left > 0) open.push(talk);
    }
    const text = paragraphs(talk.language);
    if (random() < 0.01) text.push(`The ${SOUGHT.phrase} ${sentence(talk.language, 6)}.`);
    if (index % RARE_IN < SOUGHT.rare.length * 100 && index % 100 === 17)
      text.push(`${SOUGHT.rare[Math.floor((index % RARE_IN) / 100)]!}.`);
    const from = Math.floor(PEOPLE * random() ** 2);
    const messageId = `${seed}.${index}@letters.example.org`;
    const head = [
      `From: ${encoded(nameOf(from))} <person${from}@example.org>`,
      `To: ${to}`,
      ...(random() < 0.3 ? [`Cc: person${below(PEOPLE)}@example.org`] : []),
      `Subject: ${encoded(`${isAnswer ? "Re: " : ""}${talk.subject}`)}`,
      `Date: ${new Date(firstAt.getTime() + index * step).toUTCString().replace("GMT", "+0000")}`,
      `Message-ID: <${messageId}>`,
      ...(isAnswer
        ? [
            `In-Reply-To: <${talk.messageIds.at(-1)!}>`,
            `References: ${talk.messageIds.map((id) => `<${id}>`).join("\r\n ")}`,
          ]
        : []),
      "MIME-Version: 1.0",
    ];
    talk.messageIds.push(messageId);
    const whole = isDressed ? dressed(text, random) : undressed(text, random);
    yield { bytes: Buffer.from([...head, ...whole, ""].join("\r\n")), isAnswer };
  }
}

/** So many letters for the inbox, always the same ones. Seven in eight are read, one in a hundred has a star, three are pinned. */
export function* mailOf(to: string, count: number): Generator<ImportedMessage> {
  const step = DAY / PER_DAY;
  const source = letters(to, { seed: 1, firstAt: FIRST_AT, step });
  for (let index = 0; index < count; index++) {
    const { bytes } = source.next().value as Letter;
    const keywords = [
      ...(index % 8 === 3 ? [] : ["$seen"]),
      ...(index % 100 === 50 ? ["$flagged"] : []),
      ...(index < 300 && index % 100 === 51 ? ["$pinned"] : []),
    ];
    const receivedAt = new Date(FIRST_AT.getTime() + index * step);
    yield { bytes, receivedAt, mailboxRole: "inbox", keywords };
  }
}

/** Conversations are mostly of one letter; their mean is 1.9. */
function lengthOf(random: () => number): number {
  const chance = random();
  if (chance < 0.62) return 1;
  if (chance < 0.82) return 2;
  if (chance < 0.92) return 3;
  return 4 + Math.floor(16 * random() ** 4);
}

/** Box and Muller. */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const nameOf = (person: number): string => (person % 4 === 3 ? `김${person}` : `Person ${person}`);

/** RFC 2047, a word for every 15 characters. */
function encoded(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const pieces = text.match(/.{1,15}/gsu)!;
  return pieces
    .map((piece) => `=?UTF-8?B?${Buffer.from(piece).toString("base64")}?=`)
    .join("\r\n ");
}

function undressed(text: readonly string[], random: () => number): string[] {
  const body = random() < 1 / 3 ? alternative(text) : plain(text);
  return random() < 1 / 12 ? withFile(body, Math.floor(5000 + 40_000 * random())) : body;
}

function dressed(text: readonly string[], random: () => number): string[] {
  const chance = random();
  if (chance < 0.45) return alternative([...text, ...text.map((one) => `> ${one}`)], quoting(text));
  if (chance < 0.9) {
    const boxes = Math.floor(15 + 50 * random());
    const said = Array.from({ length: boxes }, (_, at) => text[at % text.length]!.slice(0, 160));
    return alternative(said, said.map(box).join("\r\n"));
  }
  return withFile(alternative(text), Math.floor(40_000 + 260_000 * random()));
}

/** As programs show what a letter answers. */
const quoting = (text: readonly string[]): string =>
  `${paragraphsOf(text)}<blockquote class="quote" style="margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex">${paragraphsOf(text)}</blockquote>`;

const paragraphsOf = (text: readonly string[]): string =>
  text.map((one) => `<p class="note">${one}</p>`).join("\r\n");

/** One box of a newsletter: tables in tables with all their looks in attributes. */
const box = (text: string, at: number): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">` +
  `<tr><td align="left" valign="top" style="padding:12px 24px;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:21px;color:#33383d">` +
  `<img src="https://pictures.example.org/${at}.png" width="120" height="80" alt="" style="display:block;border:0">` +
  `<p style="margin:0 0 12px">${text}</p><a href="https://links.example.org/read/${at * 7919}?from=letter" style="color:#1a5fb4">More</a></td></tr></table>`;

function plain(text: readonly string[]): string[] {
  return [
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    lines(Buffer.from(text.join("\r\n\r\n"))),
  ];
}

/** As mail programs write it: the same in two forms, the second with some dressing. */
function alternative(text: readonly string[], inner = paragraphsOf(text)): string[] {
  const html = [
    "<html><head><style>p { margin: 0 0 12px } .note { color: #345 }</style></head><body>",
    `<table width="600"><tr><td>${inner}</td></tr></table>`,
    "</body></html>",
  ].join("\r\n");
  return [
    'Content-Type: multipart/alternative; boundary="alt"',
    "",
    "--alt",
    ...plain(text),
    "--alt",
    "Content-Type: text/html; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    lines(Buffer.from(html)),
    "--alt--",
  ];
}

function withFile(body: readonly string[], octets: number): string[] {
  const bytes = Buffer.alloc(octets);
  for (let at = 0; at < octets; at++) bytes[at] = (at * 31 + octets) & 0xff;
  return [
    'Content-Type: multipart/mixed; boundary="mix"',
    "",
    "--mix",
    ...body,
    "--mix",
    'Content-Type: application/pdf; name="plan.pdf"',
    'Content-Disposition: attachment; filename="plan.pdf"',
    "Content-Transfer-Encoding: base64",
    "",
    lines(bytes),
    "--mix--",
  ];
}

const lines = (bytes: Buffer): string =>
  bytes.toString("base64").replaceAll(/.{76}(?=.)/g, "$&\r\n");
