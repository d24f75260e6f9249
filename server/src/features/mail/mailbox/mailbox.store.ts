import { sql, type Selectable } from "kysely";
import type { Comparator } from "@atrium/contract/types/define";
import type {
  Mailbox,
  MailboxCreate,
  MailboxRecord,
  MailboxRights,
} from "@atrium/contract/types/mailbox";
import { inMemory, type Call, type Store, type WriteCall } from "../../../engine/index.ts";
import { destroyEmails } from "../email/email.store.ts";
import { applyMembership } from "../membership/membership.ts";
import { MAX_MAILBOXES } from "../limits.ts";
import type { MailboxTable } from "../tables.ts";
import { isShared, subscribe, subscriptions } from "./subscription.ts";
import { treeOrder } from "./tree.ts";

/** Messages that one step of emptying a mailbox takes. */
const EMPTYING_STEP = 1000;

/** Roles that the server itself delivers to or files into; their mailboxes stay. */
const KEPT_ROLES = new Set<string | null>(["inbox", "drafts", "sent", "archive", "junk", "trash"]);

function rights(role: string | null, isReadOnly: boolean): MailboxRights {
  const may = !isReadOnly;
  return {
    mayReadItems: true,
    mayAddItems: may,
    mayRemoveItems: may,
    maySetSeen: may,
    maySetKeywords: may,
    mayCreateChild: may,
    mayRename: may && role !== "inbox",
    mayDelete: may && !KEPT_ROLES.has(role),
    maySubmit: may,
  };
}

function recordOf(
  row: Selectable<MailboxTable>,
  call: Call,
  subscribed: ReadonlySet<string> | null,
): MailboxRecord {
  return {
    id: row.id,
    name: row.name,
    parentId: row.parent_id,
    role: row.role,
    sortOrder: row.sort_order,
    totalEmails: row.total_emails,
    unreadEmails: row.unread_emails,
    totalThreads: row.total_threads,
    unreadThreads: row.unread_threads,
    myRights: rights(row.role, call.actor.accounts[call.accountId]?.isReadOnly ?? true),
    isSubscribed: subscribed === null ? row.is_subscribed : subscribed.has(row.id),
  };
}

/** All mailboxes of the account: few, and most questions about one are about its relations. */
export async function allMailboxes(call: Call): Promise<MailboxRecord[]> {
  const rows = await call.db
    .selectFrom("mailbox")
    .selectAll()
    .where("account_id", "=", call.accountId)
    .limit(MAX_MAILBOXES)
    .execute();
  const subscribed = await subscriptions(call);
  return rows.map((row) => recordOf(row, call, subscribed));
}

const byText = (a: string, b: string): number => {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()];
  return first < second ? -1 : first > second ? 1 : 0;
};

const sorted = inMemory<typeof Mailbox, MailboxRecord>({
  all: allMailboxes,
  match: {
    parentId: (mailbox, value) => mailbox.parentId === value,
    name: (mailbox, value) => mailbox.name.toLowerCase().includes(value.toLowerCase()),
    role: (mailbox, value) => mailbox.role === value,
    hasAnyRole: (mailbox, value) => (mailbox.role !== null) === value,
    isSubscribed: (mailbox, value) => mailbox.isSubscribed === value,
  },
  compare: {
    sortOrder: (a, b) => a.sortOrder - b.sortOrder,
    name: (a, b) => byText(a.name, b.name),
  },
});

const DEFAULT_SORT: readonly Comparator[] = [{ property: "sortOrder" }, { property: "name" }];

export const mailboxStore: Store<typeof Mailbox> = {
  async get(call, ids) {
    const all = await allMailboxes(call);
    if (ids === null) return all;
    const wanted = new Set(ids);
    return all.filter((mailbox) => wanted.has(mailbox.id));
  },

  async list(call, filter, asked) {
    const sort = asked.length > 0 ? asked : DEFAULT_SORT;
    const found = await sorted(call, filter, sort);
    if (call.args["sortAsTree"] !== true && call.args["filterAsTree"] !== true) return found;
    return treeOrder({
      parents: new Map((await allMailboxes(call)).map(({ id, parentId }) => [id, parentId])),
      order: await sorted(call, null, sort),
      found,
      sortAsTree: call.args["sortAsTree"] === true,
      filterAsTree: call.args["filterAsTree"] === true,
    });
  },

  // In a tree one mailbox's change moves others.
  canCalculateChanges: (call) =>
    call.args["sortAsTree"] !== true && call.args["filterAsTree"] !== true,

  async create(call, record: MailboxCreate) {
    const { w, accountId, actor } = call;
    const row = {
      account_id: accountId,
      id: w.newId("f"),
      name: record.name,
      parent_id: record.parentId ?? null,
      role: record.role ?? null,
      sort_order: record.sortOrder ?? 0,
      is_subscribed: record.isSubscribed ?? true,
    };
    await w.tx.insertInto("mailbox").values(row).execute();
    if (isShared(call)) await subscribe(call, row.id, row.is_subscribed);
    return {
      id: row.id,
      totalEmails: 0,
      unreadEmails: 0,
      totalThreads: 0,
      unreadThreads: 0,
      myRights: rights(row.role, actor.accounts[accountId]?.isReadOnly ?? true),
    };
  },

  async update(call, updates) {
    const { w, accountId } = call;
    for (const { id, before, after } of updates) {
      await w.tx
        .updateTable("mailbox")
        .set({
          name: after.name,
          parent_id: after.parentId,
          role: after.role,
          sort_order: after.sortOrder,
          ...(isShared(call) ? {} : { is_subscribed: after.isSubscribed }),
        })
        .where("account_id", "=", accountId)
        .where("id", "=", id)
        .execute();
      if (isShared(call) && before.isSubscribed !== after.isSubscribed)
        await subscribe(call, id, after.isSubscribed);
      // What counts as unread depends on which mailbox is the trash.
      if (before.role !== after.role && (before.role === "trash" || after.role === "trash"))
        await recountMailbox(call, id);
    }
  },

  async releaseUnique({ w, accountId }, ids) {
    await sql`
      update mailbox set name = chr(1) || id, role = null
      where account_id = ${accountId} and id = any(${[...ids]})`.execute(w.tx);
  },

  async destroy(call, ids) {
    const { w, accountId } = call;
    for (const id of ids) {
      await emptyMailbox(call, id);
      for (const table of [
        "mailbox_day",
        "mailbox_thread",
        "email_mailbox",
        "mailbox_subscription",
      ] as const)
        await w.tx
          .deleteFrom(table)
          .where("account_id", "=", accountId)
          .where("mailbox_id", "=", id)
          .execute();
      await w.tx
        .deleteFrom("mailbox")
        .where("account_id", "=", accountId)
        .where("id", "=", id)
        .execute();
    }
  },
};

async function recountMailbox({ w, accountId }: WriteCall, mailboxId: string): Promise<void> {
  const threads = await w.tx
    .selectFrom("mailbox_thread")
    .select("thread_id")
    .where("account_id", "=", accountId)
    .where("mailbox_id", "=", mailboxId)
    .execute();
  for (let at = 0; at < threads.length; at += EMPTYING_STEP) {
    const threadIds = threads.slice(at, at + EMPTYING_STEP).map((row) => row.thread_id);
    await applyMembership(w, accountId, { joined: [], left: [], threadIds });
  }
}

/** RFC 8621 §2.5: messages that are in no other mailbox go, others only leave this one. */
async function emptyMailbox(call: WriteCall, mailboxId: string): Promise<void> {
  const { w, accountId } = call;
  const place = await w.tx
    .selectFrom("mailbox")
    .select("role")
    .where("account_id", "=", accountId)
    .where("id", "=", mailboxId)
    .executeTakeFirst();
  const isSnoozed = place?.role === "snoozed";
  for (;;) {
    const members = await w.tx
      .selectFrom("email_mailbox")
      .innerJoin("email", (join) =>
        join
          .onRef("email.account_id", "=", "email_mailbox.account_id")
          .onRef("email.id", "=", "email_mailbox.email_id"),
      )
      .select(["email.id", "email.thread_id", "email.received_at", "email.mailbox_ids"])
      .where("email_mailbox.account_id", "=", accountId)
      .where("email_mailbox.mailbox_id", "=", mailboxId)
      .limit(EMPTYING_STEP)
      .execute();
    if (members.length === 0) return;
    const lost = members.filter((row) => row.mailbox_ids.length === 1).map((row) => row.id);
    if (lost.length > 0) await destroyEmails(call, lost);
    const kept = members.filter((row) => row.mailbox_ids.length > 1);
    if (kept.length === 0) continue;
    await sql`
      update email set mailbox_ids = array_remove(mailbox_ids, ${mailboxId}),
        snoozed_until = case when ${isSnoozed}::bool then null else snoozed_until end,
        snoozed_to = case when ${isSnoozed}::bool then null else snoozed_to end
      where account_id = ${accountId} and id = any(${kept.map((row) => row.id)})`.execute(w.tx);
    for (const { id } of kept) w.changed(accountId, "Email", id, "updated");
    await applyMembership(w, accountId, {
      joined: [],
      left: kept.map((row) => ({ mailboxId, emailId: row.id, receivedAt: row.received_at })),
      threadIds: kept.map((row) => row.thread_id),
    });
  }
}
