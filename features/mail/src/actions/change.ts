import { Email, type EmailRecord } from "@atrium/contract/types/email";
import { Thread } from "@atrium/contract/types/thread";
import type { PatchObject } from "@atrium/contract/types/wire";
import { applyPatch, type Account, type Mutation } from "@atrium/jmap";
import { mailboxesOf } from "../mailboxes/use-mailboxes.ts";
import { countEffects, type Counted } from "./count-effects.ts";
import { reversalOf } from "@atrium/formats/email-changes";
import type { Changes } from "./patches.ts";

/** A change of messages and what undoes it. */
export interface Reversible {
  readonly mutation: Mutation;
  readonly undo: () => Mutation;
}

type Patches = Readonly<Record<string, PatchObject>>;

/** Changes messages; those that would stay as they are stay out. */
export function changeEmails(
  account: Account,
  emails: readonly EmailRecord[],
  changes: Changes,
): Reversible | undefined {
  const patches: Record<string, PatchObject> = {};
  const inverses: Record<string, PatchObject> = {};
  const mailboxes = mailboxesOf(account);
  for (const email of emails) {
    const change = reversalOf(email, changes, mailboxes);
    if (!change) continue;
    patches[email.id] = change.patch;
    inverses[email.id] = change.inverse;
  }
  if (Object.keys(patches).length === 0) return undefined;
  return { mutation: asMutation(account, patches), undo: () => asMutation(account, inverses) };
}

/** Destroys messages for good. */
export function destroyEmails(account: Account, emails: readonly EmailRecord[]): Mutation {
  const gone = new Set(emails.map(({ id }) => id));
  const changes = threadsOf(account, gone).map((before) => ({
    before,
    after: before.filter(({ id }) => !gone.has(id)),
  }));
  return { type: Email, destroy: [...gone], optimistic: countEffects(changes, trashOf(account)) };
}

/** All messages of their conversations, as far as they are known. */
export function wholeThreads(
  account: Account,
  emails: readonly EmailRecord[],
): readonly EmailRecord[] {
  const ids = emails.flatMap(({ id, threadId }) => account.get(Thread, threadId)?.emailIds ?? [id]);
  return [...new Set(ids)].flatMap((id) => account.get(Email, id) ?? []);
}

function asMutation(account: Account, update: Patches): Mutation {
  const changes = threadsOf(account, new Set(Object.keys(update))).map((before) => ({
    before,
    after: before.map((email) => {
      const patch = update[email.id];
      return patch ? (applyPatch({ ...email }, patch) as unknown as Counted) : email;
    }),
  }));
  return { type: Email, update, optimistic: countEffects(changes, trashOf(account)) };
}

/** The whole conversations, as far as they are known, that these messages belong to. */
function threadsOf(account: Account, ids: ReadonlySet<string>): Counted[][] {
  const threads = new Set<string>();
  for (const id of ids) {
    const email = account.get(Email, id);
    if (email) threads.add(email.threadId);
  }
  return [...threads].map((id) =>
    (account.get(Thread, id)?.emailIds ?? [...ids]).flatMap((email) => {
      const record = account.get(Email, email);
      return record?.threadId === id ? [record] : [];
    }),
  );
}

function trashOf(account: Account): string | undefined {
  return mailboxesOf(account).byRole("trash")?.id;
}
