import type { Mailbox, MailboxCreate, MailboxRecord } from "@atrium/contract/types/mailbox";
import { refuse, refuseProperty, type Rules, type WriteCall } from "../../../engine/index.ts";
import { MAX_MAILBOXES, MAX_MAILBOX_DEPTH, MAX_MAILBOX_NAME } from "../limits.ts";
import { allMailboxes } from "./mailbox.store.ts";
import { MAIL_REFUSALS } from "../refusals.ts";

/** RFC 8621 §2 wants Net-Unicode (RFC 5198): NFC, no control characters. */
function checkName(given: string): string {
  const name = given.normalize("NFC").trim();
  if (name === "") refuseProperty("name", "a mailbox has a name");
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) refuseProperty("name", "no control characters");
  if (Buffer.byteLength(name) > MAX_MAILBOX_NAME) refuseProperty("name", "too long");
  return name;
}

type Placed = Pick<MailboxRecord, "name" | "parentId" | "role"> & { readonly id: string | null };

/** What holds between mailboxes: no loops, not too deep, no equal names side by side, each role once. */
function checkPlace(mailbox: Placed, all: readonly MailboxRecord[]): void {
  const byId = new Map(all.map((other) => [other.id, other]));
  let depth = mailbox.id === null ? 1 : heightOf(mailbox.id, all);
  for (let parentId = mailbox.parentId; parentId !== null; depth += 1) {
    const parent = byId.get(parentId) ?? refuseProperty("parentId", "there is no such mailbox");
    if (parent.id === mailbox.id) refuseProperty("parentId", "a mailbox cannot lie within itself");
    if (depth >= MAX_MAILBOX_DEPTH) refuseProperty("parentId", "too deep");
    parentId = parent.parentId;
  }
  const others = all.filter((other) => other.id !== mailbox.id);
  // RFC 8621 §2: no two siblings of one name.
  const sibling = others.find(
    (other) => other.parentId === mailbox.parentId && other.name === mailbox.name,
  );
  if (sibling !== undefined)
    refuse("alreadyExists", "another mailbox with this parent has this name", {
      existingId: sibling.id,
      properties: ["name"],
    });
  if (mailbox.role !== null && others.some((other) => other.role === mailbox.role))
    refuseProperty("role", "another mailbox has this role");
}

/** How many levels a mailbox takes with what lies in it, which moves with it. */
function heightOf(id: string, all: readonly MailboxRecord[]): number {
  let height = 0;
  for (let level = new Set([id]); level.size > 0; height += 1)
    level = new Set(
      all.filter((other) => level.has(other.parentId ?? "")).map((other) => other.id),
    );
  return height;
}

export const mailboxRules: Rules<typeof Mailbox> = {
  async create(record: MailboxCreate, call: WriteCall) {
    const name = checkName(record.name);
    const all = await allMailboxes(call);
    if (all.length >= MAX_MAILBOXES) refuse("overQuota", "too many mailboxes");
    const { parentId = null, role = null } = record;
    checkPlace({ id: null, name, parentId, role }, all);
    return { ...record, name };
  },

  async update(after, before, call, changed) {
    const fixed = ["name", "parentId", "role"].filter((property) => changed.includes(property));
    if (before.role === "inbox" && fixed.length > 0)
      refuse("forbidden", "the inbox cannot be renamed, moved or given another role");
    const name = changed.includes("name") ? checkName(after.name) : after.name;
    if (fixed.length > 0) checkPlace({ ...after, name }, await allMailboxes(call));
    return { ...after, name };
  },

  async destroy(mailbox, call) {
    if (!mailbox.myRights.mayDelete)
      refuse("forbidden", `the ${mailbox.role} mailbox cannot be destroyed`);
    const all = await allMailboxes(call);
    // RFC 8621 §2.5: children first.
    if (all.some((other) => other.parentId === mailbox.id)) refuse(MAIL_REFUSALS.mailboxHasChild);
    if (mailbox.totalEmails > 0 && call.args["onDestroyRemoveEmails"] !== true)
      refuse(MAIL_REFUSALS.mailboxHasEmail);
  },
};
