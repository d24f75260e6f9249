import type { EmailAddress, EmailRecord } from "@atrium/contract/types/email";
import { escapeHtml, htmlToText, textToHtml } from "@atrium/formats/mail-html";
import { formatDateTime } from "@atrium/i18n";
import { cleanHtml, MAX_CHARACTERS, MAX_LINES } from "@atrium/mail-html";
import { t } from "../strings/index.ts";
import { writeAddress } from "./addresses.ts";
import type { Quote } from "./draft.ts";
import { htmlOf } from "./html.ts";

/** The message as it was, below what introduces it. An answer sets it in, a forward leaves it as it is. */
export function quoteOf(email: EmailRecord, isForward: boolean): Quote {
  const html = htmlOf(email);
  const text = textOf(email);
  const original = html ? cleanHtml(html, t("quoteCut")) : textToHtml(text);
  const lines = isForward ? forwardLines(email) : [answerLine(email)];
  const introduction = lines.map(escapeHtml).join("<br>");
  return isForward
    ? {
        html: `<div>${introduction}</div><br>${original}`,
        text: `${lines.join("\n")}\n\n${text}`,
      }
    : {
        html: `<div>${introduction}</div><blockquote type="cite" style="margin:0 0 0 4px;padding:0 0 0 12px;border-left:2px solid">${original}</blockquote>`,
        text: `${lines.join("\n")}\n${quoted(text)}`,
      };
}

function textOf(email: EmailRecord): string {
  const text = email.textBody
    .map(({ type, partId }) => {
      const value = partId === null ? "" : (email.bodyValues[partId]?.value ?? "");
      return type === "text/html" ? htmlToText(value) : type === "text/plain" ? value : "";
    })
    .join("\n");
  const whole = text.replace(/\r\n/g, "\n").trimEnd();
  const lines = whole.slice(0, MAX_CHARACTERS).split("\n").slice(0, MAX_LINES).join("\n");
  return lines === whole ? whole : `${lines}\n${t("quoteCut")}`;
}

/** RFC 3676 §4.5: no space behind a mark that stands before another. */
function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`.trimEnd()))
    .join("\n");
}

const names = (list: readonly EmailAddress[] | null): string =>
  (list ?? []).map(writeAddress).join(", ");

function answerLine({ from, sentAt, receivedAt }: EmailRecord): string {
  const date = formatDateTime(sentAt ?? receivedAt);
  return t("wrote", { date, name: names(from) || t("somebody") });
}

function forwardLines({ from, to, cc, subject, sentAt, receivedAt }: EmailRecord): string[] {
  return [
    `---------- ${t("forwardedMessage")} ----------`,
    `${t("from")}: ${names(from)}`,
    `${t("date")}: ${formatDateTime(sentAt ?? receivedAt)}`,
    `${t("subject")}: ${subject ?? ""}`,
    `${t("to")}: ${names(to)}`,
    ...(cc && cc.length > 0 ? [`${t("cc")}: ${names(cc)}`] : []),
  ];
}
