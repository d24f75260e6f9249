import type { EmailRecord } from "@atrium/contract/types/email";

/** What a message says in HTML; empty when it says nothing in HTML. */
export function htmlOf({ htmlBody, bodyValues }: EmailRecord): string {
  return htmlBody
    .filter(({ type }) => type === "text/html")
    .map(({ partId }) => (partId === null ? "" : (bodyValues[partId]?.value ?? "")))
    .join("\n");
}
