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

/** The `Content-ID`s that HTML texts name, in lower case. */
export function namedParts(html: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const text of html)
    for (const [, name] of text.matchAll(/cid:([^\s"'<>()&]{1,1000})/gi))
      names.add(name!.toLowerCase());
  return names;
}

/** Whether a part is named, however it is written. */
export const isNamed = ({ cid }: Pick<EmailBodyPart, "cid">, names: ReadonlySet<string>): boolean =>
  cid !== null && [cid, encodeURIComponent(cid)].some((name) => names.has(name.toLowerCase()));

/** Whether one of the HTML texts shows this part itself; whatever none shows has to be listed as an attachment. */
export function isShownByHtml(
  part: Pick<EmailBodyPart, "cid" | "type">,
  names: ReadonlySet<string>,
): boolean {
  return isBitmap(part.type) && isNamed(part, names);
}
