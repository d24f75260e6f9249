import type { EmailBodyPart } from "@atrium/contract/types/email";

/** SVG is not among them: opened in a tab of its own it is a document of our origin, with scripts. */
const BITMAPS = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
  "image/bmp",
]);

/** Whether a part is a picture that HTML may show in place. */
export const isBitmap = (type: string): boolean => BITMAPS.has(type.toLowerCase());

/** Whether one of the HTML texts shows this part itself; whatever none shows has to be listed as an attachment. */
export function isShownByHtml(
  { cid, type }: Pick<EmailBodyPart, "cid" | "type">,
  html: readonly string[],
): boolean {
  if (cid === null || !isBitmap(type)) return false;
  const names = [`cid:${cid}`, `cid:${encodeURIComponent(cid)}`].map((name) => name.toLowerCase());
  return html.some((text) => names.some((name) => text.toLowerCase().includes(name)));
}
