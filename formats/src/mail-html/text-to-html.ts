/** Text as it stands in HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Plain text as HTML, a line each, spaces kept. */
export function textToHtml(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => {
      const kept = escapeHtml(line).replace(/^ | (?= )/g, "&nbsp;");
      return `<div>${kept || "<br>"}</div>`;
    })
    .join("");
}
