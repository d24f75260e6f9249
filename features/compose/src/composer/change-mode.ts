import { htmlToText, textToHtml } from "@atrium/formats/mail-html";
import type { Draft } from "../draft/draft.ts";

/** The same text with looks or without. The quoted original has both forms already. */
export function changeMode(draft: Draft): Partial<Draft> {
  return draft.mode === "rich"
    ? { mode: "plain", body: htmlToText(draft.body, { keepsLayout: true }).trimEnd() }
    : { mode: "rich", body: textToHtml(draft.body) };
}

/** What was written with the original behind it, to be changed too. */
export function editQuote({ mode, body, quote }: Draft): string {
  if (!quote) return body;
  return mode === "plain"
    ? `${body.trimEnd()}\n\n${quote.text}`
    : `${body}<div><br></div>${quote.html}`;
}
