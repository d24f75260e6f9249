import type { UnitOfWork } from "../../../engine/index.ts";
import { MAX_MAILBOX_DEPTH, MAX_MAILBOX_NAME, MAX_MAILBOXES } from "../limits.ts";

/** The mailbox with these names from the top; those that are missing are made. `null` where that is beyond a limit. */
export async function mailboxAtPath(
  w: UnitOfWork,
  accountId: string,
  path: readonly string[],
): Promise<string | null> {
  const names = path.map((name) => name.normalize("NFC").trim());
  const isName = (name: string): boolean =>
    name !== "" && !/\p{Cc}/u.test(name) && Buffer.byteLength(name) <= MAX_MAILBOX_NAME;
  if (names.length === 0 || names.length > MAX_MAILBOX_DEPTH || !names.every(isName)) return null;
  const all = await w.tx
    .selectFrom("mailbox")
    .select(["id", "name", "parent_id"])
    .where("account_id", "=", accountId)
    .execute();
  let parentId: string | null = null;
  let count = all.length;
  for (const name of names) {
    const there = all.find((row) => row.parent_id === parentId && row.name === name);
    if (there === undefined && (count += 1) > MAX_MAILBOXES) return null;
    parentId = there?.id ?? (await makeMailbox(w, accountId, name, parentId));
  }
  return parentId;
}

async function makeMailbox(
  w: UnitOfWork,
  accountId: string,
  name: string,
  parentId: string | null,
): Promise<string> {
  const id = w.newId("f");
  await w.tx
    .insertInto("mailbox")
    .values({
      account_id: accountId,
      id,
      name,
      parent_id: parentId,
      role: null,
      sort_order: 0,
      is_subscribed: true,
    })
    .execute();
  w.changed(accountId, "Mailbox", id, "created");
  return id;
}
