import type { IdentityRecord } from "@atrium/contract/types/identity";
import { textToHtml } from "@atrium/formats/mail-html";
import { cleanHtml } from "@atrium/mail-html";
import type { Draft } from "./draft.ts";

export const SIGNATURE_CLASS = "atrium-signature";
/** RFC 3676 §4.3. */
const LINE = "-- ";

/** A message that nobody has written in yet gets its identity's signature below an empty line. */
export function withSignature(draft: Draft, identity: IdentityRecord | undefined): Draft {
  if (draft.mode === "plain") {
    const text = identity?.textSignature.trim();
    return text ? { ...draft, body: `${draft.body}\n\n${LINE}\n${text}` } : draft;
  }
  const html = signatureHtml(identity);
  const body = draft.body || "<div><br></div>";
  return { ...draft, body: html ? `${body}<div><br></div>${html}` : body };
}

/** The signature of another identity in the place of the one that is there. */
export function changeSignature(
  draft: Draft,
  before: IdentityRecord | undefined,
  after: IdentityRecord,
): string {
  if (draft.mode === "plain") {
    const old = before?.textSignature.trim();
    const end = old ? `\n\n${LINE}\n${old}` : "";
    const bare =
      end !== "" && draft.body.endsWith(end) ? draft.body.slice(0, -end.length) : draft.body;
    return withSignature({ ...draft, body: bare }, after).body;
  }
  const page = new DOMParser().parseFromString(draft.body, "text/html");
  const found = page.body.querySelector(`.${SIGNATURE_CLASS}`);
  const html = signatureHtml(after);
  if (!found) return withSignature(draft, after).body;
  found.outerHTML = html || "<div><br></div>";
  return page.body.innerHTML;
}

function signatureHtml(identity: IdentityRecord | undefined): string {
  const html = identity?.htmlSignature.trim();
  const text = identity?.textSignature.trim();
  const inner = html ? cleanHtml(html) : text ? textToHtml(text) : "";
  return inner && `<div class="${SIGNATURE_CLASS}">${inner}</div>`;
}
