import type { EmailChange } from "@atrium/contract/types/email-change";
import type { EmailRecord } from "@atrium/contract/types/email";
import type { MailboxRole } from "@atrium/contract/types/mailbox";
import type { PatchObject } from "@atrium/contract/types/wire";

/** What of a message changes look at. */
export type Marked = Pick<EmailRecord, "id" | "mailboxIds" | "keywords"> &
  Partial<Pick<EmailRecord, "snoozed" | "followUpAt">>;

/** The mailboxes of an account, as far as changes ask for them. */
export interface MailboxRoles {
  byId(id: string): { readonly id: string; readonly role: MailboxRole | null } | undefined;
  byRole(role: MailboxRole): { readonly id: string } | undefined;
}

/** A patch, and what takes it back. */
export interface Reversal {
  readonly patch: PatchObject;
  readonly inverse: PatchObject;
}

/** The part of the changes that changes the message, and the patch that takes it back; `undefined` when nothing does. */
export function reversalOf(
  email: Marked,
  changes: readonly EmailChange[],
  mailboxes: MailboxRoles,
): Reversal | undefined {
  let after = email;
  const paths = new Set<string>();
  for (const change of changes) {
    const patch = patchOf(change, after, mailboxes);
    for (const path of Object.keys(patch)) paths.add(path);
    after = patched(after, patch);
  }
  // The server sees to it, but taking it back has to say until when it was snoozed.
  if (isAsleep(email) && !paths.has("snoozed") && hasLeft(email, after)) {
    paths.add("snoozed");
    after = { ...after, snoozed: null };
  }
  const changed = [...paths].filter((path) => !isSame(valueAt(email, path), valueAt(after, path)));
  if (changed.length === 0) return undefined;
  const values = (of: Marked): PatchObject =>
    Object.fromEntries(changed.map((path) => [path, valueAt(of, path)]));
  return { patch: values(after), inverse: values(email) };
}

function patchOf(change: EmailChange, email: Marked, mailboxes: MailboxRoles): PatchObject {
  const { mailboxIds } = email;
  switch (change.do) {
    case "setKeyword":
      return { [`keywords/${change.keyword}`]: change.isOn || null };
    case "moveTo":
      return {
        ...without(Object.keys(mailboxIds)),
        ...within(change.mailboxId),
        ...DEALT_WITH,
        "keywords/$followup": null,
      };
    case "addTo":
      return within(change.mailboxId);
    case "move":
      return mailboxIds[change.from]
        ? { ...without([change.from]), ...within(change.to), ...DEALT_WITH }
        : {};
    case "takeFrom": {
      const going = new Set(change.mailboxIds);
      const all = Object.keys(mailboxIds);
      const gone = all.filter((id) => going.has(id));
      const isAll = gone.length === all.length;
      return { ...without(gone), ...(isAll && within(change.elseTo)) };
    }
    case "followUp":
      return { followUpAt: change.at };
    case "snooze":
      return snoozing(email, change.until, mailboxes);
    // "unsnooze"
    default:
      return unsnoozing(email, mailboxes);
  }
}

const DEALT_WITH: PatchObject = { "keywords/$unsnoozed": null };
const within = (mailboxId: string): PatchObject => ({ [`mailboxIds/${mailboxId}`]: true });
const without = (mailboxIds: readonly string[]): PatchObject =>
  Object.fromEntries(mailboxIds.map((id) => [`mailboxIds/${id}`, null]));

/**
 * What was in the inbox or the archive comes back to the inbox, what was in a folder of one's own to that; what was sent
 * stays where it is and comes to the inbox too. Mail in no such folder stays as it is.
 */
function snoozing(
  { mailboxIds, snoozed }: Marked,
  until: string,
  mailboxes: MailboxRoles,
): PatchObject {
  const place = mailboxes.byRole("snoozed")?.id;
  if (place === undefined) return {};
  const to = (moveToMailboxId: string | null): PatchObject => ({
    snoozed: { until, moveToMailboxId },
    ...DEALT_WITH,
  });
  if (mailboxIds[place]) return to(snoozed?.moveToMailboxId ?? null);
  const lies = Object.keys(mailboxIds).flatMap((id) => mailboxes.byId(id) ?? []);
  const from =
    lies.find(({ role }) => role === "inbox") ??
    lies.find(({ role }) => role === null) ??
    lies.find(({ role }) => role === "archive");
  if (from)
    return { ...without([from.id]), ...within(place), ...to(from.role === null ? from.id : null) };
  const isSent = lies.some(({ role }) => role === "sent");
  return isSent ? { ...within(place), ...to(null) } : {};
}

/** Back at once to where its hour would have brought it. */
function unsnoozing({ mailboxIds, snoozed }: Marked, mailboxes: MailboxRoles): PatchObject {
  const place = mailboxes.byRole("snoozed")?.id;
  const inbox = mailboxes.byRole("inbox")?.id;
  if (place === undefined || inbox === undefined || !mailboxIds[place]) return {};
  const wanted = snoozed?.moveToMailboxId ?? inbox;
  const target = mailboxes.byId(wanted) && wanted !== place ? wanted : inbox;
  return { ...without([place]), ...within(target), snoozed: null };
}

const isAsleep = ({ snoozed }: Marked): boolean => (snoozed ?? null) !== null;

/** Whether it lies in none of the mailboxes any more that it lay in. */
const hasLeft = (before: Marked, { mailboxIds }: Marked): boolean =>
  !Object.keys(before.mailboxIds).some((id) => mailboxIds[id]);

/** Whether a path is that of a whole value, not of a member of a set. */
const isValue = (path: string): path is "snoozed" | "followUpAt" =>
  path === "snoozed" || path === "followUpAt";

function patched(email: Marked, patch: PatchObject): Marked {
  const sets = { mailboxIds: { ...email.mailboxIds }, keywords: { ...email.keywords } };
  const values: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(patch)) {
    if (isValue(path)) {
      values[path] = value;
      continue;
    }
    const [name, key] = split(path);
    if (value === true) sets[name][key] = true;
    else delete sets[name][key];
  }
  return { ...email, ...sets, ...values };
}

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));

/** As a patch says it: `true` or `null` of a set (`keywords/$seen`, `mailboxIds/ID`), else the value. */
function valueAt(email: Marked, path: string): unknown {
  if (isValue(path)) return email[path] ?? null;
  const [name, key] = split(path);
  return email[name][key] ?? null;
}

function split(path: string): ["keywords" | "mailboxIds", string] {
  const slash = path.indexOf("/");
  return [path.slice(0, slash) as "keywords" | "mailboxIds", path.slice(slash + 1)];
}
