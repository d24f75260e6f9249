import type { EmailRecord } from "@atrium/contract/types/email";

/** Text as it stands in HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Plain text as HTML, a line each, spaces kept. */
export function textAsHtml(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => {
      const kept = escapeHtml(line).replace(/^ | (?= )/g, "&nbsp;");
      return `<div>${kept || "<br>"}</div>`;
    })
    .join("");
}

/** What a message says in HTML; empty when it says nothing in HTML. */
export function htmlOf({ htmlBody, bodyValues }: EmailRecord): string {
  return htmlBody
    .filter(({ type }) => type === "text/html")
    .map(({ partId }) => (partId === null ? "" : (bodyValues[partId]?.value ?? "")))
    .join("\n");
}
