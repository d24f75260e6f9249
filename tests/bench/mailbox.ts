import type { ImportedMessage } from "../../server/src/features/mail/index.ts";
import { randomFrom } from "./server/random.ts";

const WORDS =
  "project report light budget harbour museum delivery meeting question answer window garden paper station".split(
    " ",
  );
const KOREAN = ["회의 시간을 정합시다.", "자료를 보냅니다.", "내일 현장에서 만나요."];
const DAY = 86_400_000;

/**
 * Messages for one inbox: replies in conversations of about three, every fifth Korean, every second conversation in HTML,
 * one word in only twenty of them. Each says in its text which it is: `Letter 17.` */
export function* mailbox(address: string, count: number): Generator<ImportedMessage> {
  const random = randomFrom(count);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const rare = Math.max(1, Math.floor(count / 20));
  const newest = Date.UTC(2026, 0, 1);
  for (let index = 0; index < count; index++) {
    const thread = Math.floor(index / 3);
    const isReply = index % 3 > 0;
    const receivedAt = new Date(newest - (count - index) * (DAY / 40));
    const text = Array.from({ length: 60 }, () => pick(WORDS)).join(" ");
    const words = [
      `Letter ${index}.`,
      text,
      index % 5 === 0 ? pick(KOREAN) : "",
      index % rare === 0 ? "zanzibar" : "",
    ].join("\r\n");
    const lines = [
      `From: Sender ${index % 97} <sender${index % 97}@example.org>`,
      `To: ${address}`,
      `Subject: ${isReply ? "Re: " : ""}${pick(WORDS.slice(0, 1))} ${thread}`,
      `Date: ${receivedAt.toUTCString()}`,
      `Message-ID: <${index}@bench.example>`,
      ...(isReply ? [`In-Reply-To: <${thread * 3}@bench.example>`] : []),
      ...(thread % 2 === 0 ? plainBody(words) : htmlBody(words)),
    ];
    yield {
      bytes: new TextEncoder().encode(lines.join("\r\n")),
      receivedAt,
      mailboxRole: "inbox",
      keywords: index % 4 === 0 ? [] : ["$seen"],
    };
  }
}

function plainBody(words: string): string[] {
  return ["Content-Type: text/plain; charset=utf-8", "", words];
}

/** As mail programs write it: the same in two forms, the second with some dressing. */
function htmlBody(words: string): string[] {
  return [
    'Content-Type: multipart/alternative; boundary="bench"',
    "",
    "--bench",
    ...plainBody(words),
    "--bench",
    "Content-Type: text/html; charset=utf-8",
    "",
    "<html><head><style>p { margin: 0 0 12px } .note { color: #345 }</style></head><body>",
    `<table width="600"><tr><td><p class="note">${words.replaceAll("\r\n", "</p>\r\n<p>")}</p></td></tr></table>`,
    "</body></html>",
    "--bench--",
  ];
}
