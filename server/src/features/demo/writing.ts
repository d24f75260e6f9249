import { escapeHtml } from "@atrium/formats/mail-html";
import type { Writer } from "./cast.ts";
import type { Letter } from "./letters.ts";
import type { MailContent, MailFile } from "./mime.ts";
import type { Random } from "./random.ts";
import { dayAndMonth, weekdayName } from "./timeline.ts";

interface Written {
  readonly writer: Writer;
  readonly to: readonly Writer[];
  readonly paragraphs: readonly string[];
  readonly files: readonly MailFile[];
  readonly before: Letter | undefined;
  readonly first: boolean;
  readonly language: "en" | "ko";
}

/** The body of a letter between people: greeting, text, farewell, signature, sometimes what is answered. */
export function renderLetter(letter: Written, random: Random): Omit<MailContent, "headers"> {
  const { writer, first, language, before } = letter;
  const greeting = first || random.chance(0.3) ? greet(letter, random) : "";
  const farewell = first || random.chance(0.6) ? bid(writer, language, random) : "";
  const signature =
    writer.signature.length > 0 && (first || random.chance(0.35)) ? writer.signature : [];
  const quoted =
    before?.body.text !== undefined && random.chance(0.5) ? quotable(before.body.text) : "";
  const blocks = [
    ...(greeting ? [greeting] : []),
    ...letter.paragraphs,
    ...(farewell ? [farewell] : []),
  ];
  const intro = before && quoted ? attribution(before, language) : "";

  const text = [
    blocks.join("\n\n"),
    signature.length ? `-- \n${signature.join("\n")}` : "",
    quoted
      ? `${intro}\n${quoted
          .split("\n")
          .map((line) => `> ${line}`.trimEnd())
          .join("\n")}`
      : "",
  ]
    .filter(Boolean)
    .join("\n\n");

  if (!writesHtml(writer)) return { text: `${text}\n`, files: letter.files };

  const picture = letter.files.find((file) => file.type === "image/png");
  const inline =
    picture && random.chance(0.6) ? { ...picture, cid: `${random.hex(10)}@demo.test` } : undefined;
  const files = letter.files.map((file) => (file === picture && inline ? inline : file));
  const html = [
    `<div style="font-family:${fontOf(writer)};font-size:11pt;color:#1f2328;line-height:1.45">`,
    ...blocks.map(htmlBlock),
    inline
      ? `<p><img src="cid:${inline.cid}" alt="${escapeHtml(inline.name)}" width="560" style="max-width:100%;height:auto;border:0"></p>`
      : "",
    signature.length
      ? `<table cellpadding="0" cellspacing="0" style="margin-top:12px;border-left:3px solid #c8873a"><tr><td style="padding:2px 0 2px 10px;font-size:10pt;color:#59636e">${signature.map(escapeHtml).join("<br>")}</td></tr></table>`
      : "",
    quoted
      ? `<div style="margin-top:14px;color:#59636e">${escapeHtml(intro)}</div><blockquote type="cite" style="margin:6px 0 0 0;padding-left:12px;border-left:2px solid #d0d7de;color:#444c56">${quoted.split("\n\n").map(htmlBlock).join("\n")}</blockquote>`
      : "",
    "</div>",
  ]
    .filter(Boolean)
    .join("\n");
  return {
    text: `${text}\n`,
    html: `<!DOCTYPE html>\n<html><body>\n${html}\n</body></html>\n`,
    files,
  };
}

/** People keep to one kind of mail program. */
function writesHtml(writer: Writer): boolean {
  return Buffer.from(writer.address).reduce((sum, byte) => sum + byte, 0) % 5 < 3;
}

function fontOf(writer: Writer): string {
  return writer.address.length % 2
    ? "Calibri,Carlito,Arial,sans-serif"
    : "Arial,Helvetica,sans-serif";
}

function greet({ to, language, writer, first }: Written, random: Random): string {
  const [one] = to;
  if (language === "ko") {
    if (first && !writer.key)
      return `안녕하세요, ${writer.signature[1] ?? ""} ${writer.name}입니다.`.replace("  ", " ");
    return one && to.length === 1
      ? random.pick([`${one.short} 님, 안녕하세요.`, `안녕하세요, ${one.short} 님.`])
      : "안녕하세요.";
  }
  if (!one || to.length > 2) return random.pick(["Hi all,", "Hello everybody,", "Dear all,"]);
  if (to.length === 2 && to[1])
    return random.pick([
      `Hi ${one.short}, hi ${to[1].short},`,
      `Hello ${one.short} and ${to[1].short},`,
    ]);
  const formal = one.key === undefined || writer.key === undefined;
  return random.pick(
    formal
      ? [`Dear ${one.short},`, `Hello ${one.short},`]
      : [`Hi ${one.short},`, `${one.short},`, `Hello ${one.short},`],
  );
}

function bid(writer: Writer, language: "en" | "ko", random: Random): string {
  if (language === "ko") {
    const name = writer.language === "ko" && writer.key === "alice" ? writer.short : writer.name;
    return random.pick([`감사합니다.\n${name} 드림`, `${name} 드림`, "감사합니다."]);
  }
  return random.pick([
    `Thanks,\n${writer.short}`,
    `Best,\n${writer.short}`,
    writer.short,
    `Best wishes,\n${writer.short}`,
    `Kind regards,\n${writer.short}`,
  ]);
}

/** The text of an earlier letter without its own quotation and signature. */
function quotable(text: string): string {
  const lines = text.split("\n");
  const end = lines.findIndex(
    (line, index) => line === "-- " || (line.startsWith(">") && index > 0),
  );
  const kept = end < 0 ? lines : lines.slice(0, lines[end]?.startsWith(">") ? end - 1 : end);
  return kept.join("\n").trim();
}

function attribution(before: Letter, language: "en" | "ko"): string {
  const local = new Date(before.date.getTime() + (before.from.zone ?? 0) * 60_000);
  const time = local.toISOString().slice(11, 16);
  return language === "ko"
    ? `${local.getUTCFullYear()}년 ${dayAndMonth(local, "ko")} ${weekdayName(local, "ko")} ${time}, ${before.from.name} 님이 작성:`
    : `On ${weekdayName(local, "en")}, ${dayAndMonth(local, "en")} ${local.getUTCFullYear()} at ${time}, ${before.from.name} wrote:`;
}

function htmlBlock(block: string): string {
  const lines = block.split("\n");
  if (lines.every((line) => line.startsWith("- "))) {
    return `<ul style="margin:8px 0;padding-left:22px">${lines.map((line) => `<li>${escapeHtml(line.slice(2))}</li>`).join("")}</ul>`;
  }
  return `<p style="margin:0 0 10px">${lines.map(escapeHtml).join("<br>")}</p>`;
}
