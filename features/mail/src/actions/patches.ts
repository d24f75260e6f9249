import type { EmailRecord } from "@atrium/contract/types/email";
import type { PatchObject } from "@atrium/contract/types/wire";

/** What of a message actions look at and change. */
export type Marked = Pick<EmailRecord, "id" | "mailboxIds" | "keywords"> &
  Partial<Pick<EmailRecord, "snoozed">>;

/** What an action makes of one message. */
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

/** Out of every folder, into one; what came back from being snoozed is dealt with then. */
export const into =
  (folder: string): PatchOf =>
  ({ mailboxIds }) => ({
    ...Object.fromEntries(Object.keys(mailboxIds).map((id) => [`mailboxIds/${id}`, null])),
    [`mailboxIds/${folder}`]: true,
    ...DEALT_WITH,
  });

export const DEALT_WITH = { "keywords/$unsnoozed": null };

export const pinned =
  (isOn: boolean): PatchOf =>
  () => ({ "keywords/$pinned": isOn || null });

/** Muted mail lies in the archive, as all that follows it will. */
export const muted =
  (isOn: boolean, inbox: string | undefined, archive: string | undefined): PatchOf =>
  ({ mailboxIds }) => ({
    "keywords/$muted": isOn || null,
    ...(isOn &&
      inbox !== undefined &&
      archive !== undefined &&
      mailboxIds[inbox] && {
        [`mailboxIds/${inbox}`]: null,
        [`mailboxIds/${archive}`]: true,
        ...DEALT_WITH,
      }),
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
  const patch = patchOf(email);
  const changes = Object.entries({ ...patch, ...endOfSnooze(email, patch) }).filter(
    ([path, value]) => !isSame(valueAt(email, path), value),
  );
  if (changes.length === 0) return undefined;
  return {
    patch: Object.fromEntries(changes),
    inverse: Object.fromEntries(changes.map(([path]) => [path, valueAt(email, path)])),
  };
}

/** What leaves all its folders is snoozed no more: the server sees to it, but taking it back has to say until when it was. */
function endOfSnooze({ mailboxIds, snoozed = null }: Marked, patch: PatchObject): PatchObject {
  const stays = Object.keys(mailboxIds).some((id) => patch[`mailboxIds/${id}`] !== null);
  return snoozed === null || stays || "snoozed" in patch ? {} : { snoozed: null };
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));

/** As a patch says it: `true` or `null` of a set (`keywords/$seen`, `mailboxIds/ID`), else the value. */
function valueAt(email: Marked, path: string): unknown {
  if (path === "snoozed") return email.snoozed ?? null;
  const slash = path.indexOf("/");
  const set = email[path.slice(0, slash) as "keywords" | "mailboxIds"];
  return set[path.slice(slash + 1)] ?? null;
}
