import type { EmailRecord } from "@atrium/contract/types/email";
import type { PatchObject } from "@atrium/contract/types/wire";

/** What of a message acts look at and change. */
export type Marked = Pick<EmailRecord, "id" | "mailboxIds" | "keywords">;

/** What an act makes of one message. */
export type PatchOf = (email: Marked) => PatchObject;

export const starred =
  (isOn: boolean): PatchOf =>
  () => ({ "keywords/$flagged": isOn || null });

/** With a label, by its keyword, or without. */
export const labelled =
  (keyword: string, isOn: boolean): PatchOf =>
  () => ({ [`keywords/${keyword}`]: isOn || null });

export const seen =
  (isRead: boolean): PatchOf =>
  () => ({ "keywords/$seen": isRead || null });

/** Out of every folder, into one. */
export const into =
  (folder: string): PatchOf =>
  ({ mailboxIds }) => ({
    ...Object.fromEntries(Object.keys(mailboxIds).map((id) => [`mailboxIds/${id}`, null])),
    [`mailboxIds/${folder}`]: true,
  });

/** Into one more folder. */
export const alsoInto =
  (folder: string): PatchOf =>
  () => ({ [`mailboxIds/${folder}`]: true });

/** To Junk, and known as junk from then on. */
export const asJunk =
  (junk: string): PatchOf =>
  (email) => ({ ...into(junk)(email), "keywords/$junk": true, "keywords/$notjunk": null });

/** The part of a patch that changes the message, and the patch that takes it back; `undefined` when nothing changes. */
export function effective(
  email: Marked,
  patchOf: PatchOf,
): { readonly patch: PatchObject; readonly inverse: PatchObject } | undefined {
  const changes = Object.entries(patchOf(email)).filter(
    ([path, value]) => valueAt(email, path) !== value,
  );
  if (changes.length === 0) return undefined;
  return {
    patch: Object.fromEntries(changes),
    inverse: Object.fromEntries(changes.map(([path]) => [path, valueAt(email, path)])),
  };
}

/** `true` or `null`, as a patch of a set says it (`keywords/$seen`, `mailboxIds/ID`). */
function valueAt(email: Marked, path: string): true | null {
  const slash = path.indexOf("/");
  const set = email[path.slice(0, slash) as "keywords" | "mailboxIds"];
  return set[path.slice(slash + 1)] ?? null;
}
