import { buildMessage, addressField, textField, type BuiltPart } from "@atrium/formats/mime-build";
import type { Random } from "../../../../../formats/src/testing/random.ts";
import { people, type KnownEmail, type Person } from "./brute-force.fixture.ts";

/** Words that are easily mistaken for one another. */
export const WORDS = [
  "bus",
  "buses",
  "business",
  "budget",
  "Budget",
  "review",
  "quarterly",
  "the",
  "a",
  "of",
  "don't",
  "naïve",
  "NAÏVE",
  "cafe\u0301",
  "Straße",
  "snake_case",
  "C++",
  "3.14",
  "2026",
  "x",
  "alice@demo.test",
  "https://demo.test/a?b=c",
  "-5",
  "회의",
  "회의록",
  "회의에서",
  "정기회의",
  "의록",
  "견적서",
  "견적",
  "김지민",
  "会議",
  "会議室",
  "会社",
  "の",
  "データ",
  "ﾃﾞｰﾀ",
  "資料",
  "𠮷野家",
  "Atrium회의2",
  "ＦＵＬＬ",
  "ﬁne",
  "привет",
  "שלום",
  "😀",
  "--",
  "~",
  "@to:bob",
  "long".repeat(20),
] as const;

const NAMES = [
  "Alice Archer",
  "Bob Baker",
  "김지민",
  "Lee, Jimin",
  null,
  "Zoë O'Neil",
  "名前 太郎",
  "bob",
] as const;
const ADDRESSES = [
  "alice@demo.test",
  "bob@demo.test",
  "bob.baker@other.test",
  "jimin@회사.test",
  "name@demo.test",
  "email@demo.test",
] as const;
const FILES = ["plan.pdf", "회의록 최종.hwp", "budget_2026.xlsx", "photo (1).jpg"] as const;
const LISTS = [
  "<news.demo.test>",
  "The Business List <business.demo.test>",
  "회의 <meet.demo.test>",
] as const;

export type WrittenEmail = Pick<
  KnownEmail,
  | "sentAt"
  | "subject"
  | "baseSubject"
  | "from"
  | "to"
  | "cc"
  | "bcc"
  | "body"
  | "otherTexts"
  | "hasAttachment"
  | "fileNames"
  | "headers"
> & { readonly bytes: Uint8Array };

export const someWords = (random: Random, most: number): string =>
  Array.from({ length: 1 + random.below(most) }, () => random.pick(WORDS)).join(
    random.pick([" ", " ", " ", ", ", "\n", ". "]),
  );

const somebody = (random: Random): Person => ({
  name: random.pick(NAMES),
  email: random.pick(ADDRESSES),
});
const some = (random: Random, most: number): Person[] =>
  Array.from({ length: random.below(most + 1) }, () => somebody(random));

/** A message and what its author meant by it. A few are as long as a book. */
export function writeEmail(random: Random, count: number): WrittenEmail {
  const conversation = random.below(400);
  const baseSubject = `${someWords(random, 4).replaceAll("\n", " ")} ${conversation}`;
  const subject = `${random.pick(["", "", "Re: ", "Fwd: Re: "])}${baseSubject}`;
  const isLong = count % 300 === 7;
  const words = isLong ? 20_000 : 60;
  const text = isLong
    ? `${Array.from({ length: words }, (_, n) => (n % 4 === 0 ? "the" : random.pick(WORDS))).join(" ")} the last words`
    : someWords(random, words);
  const from = [somebody(random)];
  const [to, cc, bcc] = [some(random, 3), some(random, 2), some(random, 1)];
  const files = random.below(5) === 0 ? [random.pick(FILES)] : [];
  const sentAt =
    random.below(12) === 0
      ? null
      : new Date(Date.UTC(2026, 0, 1 + random.below(60), 3)).toISOString();
  const headers: [string, string][] = [
    ["Message-ID", `<${count}.mail@demo.test>`],
    ["References", `<thread-${conversation}@demo.test>`],
    ...(random.below(6) === 0 ? [["List-Id", random.pick(LISTS)] as [string, string]] : []),
    ...(random.below(9) === 0
      ? [["X-Project", someWords(random, 3).replaceAll("\n", " ")] as [string, string]]
      : []),
    ...(count % 200 === 3
      ? Array.from({ length: 400 }, (_, n): [string, string] => [`X-Many-${n}`, `value ${n}`])
      : []),
  ];
  const fields = [
    addressField("From", from),
    ...(to.length > 0 ? [addressField("To", to)] : []),
    ...(cc.length > 0 ? [addressField("Cc", cc)] : []),
    ...(bcc.length > 0 ? [addressField("Bcc", bcc)] : []),
    textField("Subject", subject),
    ...headers.map(([name, value]) => textField(name, value)),
    ...(sentAt === null
      ? []
      : [`Date: ${new Date(sentAt).toUTCString().replace("GMT", "+0000")}\r\n`]),
    "MIME-Version: 1.0\r\n",
  ];
  let boundaries = 0;
  const otherTexts: string[] = [];
  const body = bodyOf(random, text, { files, otherTexts, sentBy: from });
  const bytes = buildMessage(fields, body, () => `=_b${(boundaries += 1)}`);
  return {
    sentAt,
    subject,
    baseSubject,
    from,
    to,
    cc,
    bcc,
    body: text,
    otherTexts,
    hasAttachment: body.type === "multipart/mixed",
    fileNames: files,
    headers,
    bytes,
  };
}

const part = (
  type: string,
  rest: { text: string } | { children: BuiltPart[] } | { file: Uint8Array },
): BuiltPart => ({ fields: [], type, parameters: {}, ...rest });

const hidden = '<div style="display:none;mso-hide:all">untold</div><p style="font-size:0">untold';

function htmlOf(text: string): BuiltPart {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return part("text/html", {
    text: `<html><head><title>untold</title><style>p { color: untold }</style></head><body><!-- untold -->${hidden}<p class="untold">${escaped}</p></body></html>`,
  });
}

/** What one form says otherwise: some words more, fewer or others, or nothing of it. */
function rewritten(random: Random, text: string): string {
  const words = text.split(" ");
  const at = random.below(words.length + 1);
  return random.pick([
    () => words.toSpliced(at, random.below(3), someWords(random, 3)).join(" "),
    () => words.toSpliced(at, random.below(3)).join(" "),
    () => `${someWords(random, 2)} ${text} ${someWords(random, 2)}`,
    () => someWords(random, 60),
  ])();
}

function bodyOf(
  random: Random,
  text: string,
  content: {
    readonly files: readonly string[];
    readonly otherTexts: string[];
    readonly sentBy: readonly Person[];
  },
): BuiltPart {
  const plain = part("text/plain", { text });
  const body = random.pick([
    () => plain,
    () => plain,
    () => htmlOf(text),
    () => part("multipart/alternative", { children: [plain, htmlOf(text)] }),
    () => {
      const other = rewritten(random, text);
      content.otherTexts.push(other);
      return part("multipart/alternative", { children: [plain, htmlOf(other)] });
    },
  ])();
  const attached = content.files.map((name): BuiltPart => ({
    ...part("application/octet-stream", { file: Buffer.from("untold") }),
    parameters: { name },
  }));
  if (random.below(4) === 0) attached.push(attachedText(random, content));
  if (attached.length === 0) return body;
  return part("multipart/mixed", { children: [body, ...attached] });
}

/** A text, or a message with one, that hangs on a message. */
function attachedText(
  random: Random,
  content: { readonly otherTexts: string[]; readonly sentBy: readonly Person[] },
): BuiltPart {
  const text = someWords(random, 30);
  const line = text.replaceAll("\n", " ");
  const fields = ["Content-Disposition: attachment\r\n"];
  const file = (type: string, content: string): BuiltPart => ({
    ...part(type, { file: Buffer.from(content) }),
    fields,
    parameters: { charset: "utf-8" },
  });
  const escapes = line.replace(/[\\;,]/g, "\\$&");
  content.otherTexts.push(text);
  return random.pick([
    () => file("text/csv", text),
    () => file("message/delivery-status", text),
    () =>
      file("text/html", `${hidden}<div>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}`),
    () =>
      file("text/calendar", `BEGIN:VCALENDAR\r\nUID:untold\r\nSUMMARY:${escapes}\r\nEND:VCALENDAR`),
    () => file("text/vcard", `BEGIN:VCARD\r\nUID:untold\r\nNOTE:${escapes}\r\nEND:VCARD`),
    () => {
      const subject = someWords(random, 3).replaceAll("\n", " ");
      content.otherTexts.push(subject, people(content.sentBy));
      const head = [
        addressField("From", content.sentBy),
        textField("Subject", subject),
        textField("X-Untold", "untold"),
        "MIME-Version: 1.0\r\n",
      ];
      const message = buildMessage(head, part("text/plain", { text }), () => "inner");
      return { ...part("message/rfc822", { file: message }), fields };
    },
  ])();
}
