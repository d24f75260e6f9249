import { FileLink, type FileLinkCreate } from "@atrium/contract/types/file-link";
import { sql } from "kysely";
import { inMemory, tableStore, type Call, type Reach, type Store } from "../../../engine/index.ts";
import { hashPassword } from "../../accounts/index.ts";
import { MAX_NODES } from "../limits.ts";
import { checkLinkPassword } from "./file-link.rules.ts";
import { linkTokenHash, newLinkToken } from "./token.ts";

const table = tableStore(FileLink, {
  table: "file_link",
  idPrefix: "y",
  computed: {
    password: () => null,
    token: () => null,
    hasPassword: ({ password_hash: hash }) => hash !== null,
  },
  initial: ({ w, actor }) => ({
    created: w.now,
    created_by: actor.personId,
    renewed_at: w.now,
    downloads: 0,
  }),
});

/** Whoever has part of the account in reach has the links to what they may share there, and to all that lies in it. */
export async function visibleLinks(
  { db, accountId, reach }: Pick<Call, "db" | "accountId" | "reach">,
  ids: readonly string[] | null,
): Promise<readonly string[] | null> {
  if (reach === "everything") return ids;
  const { rows } = await sql<{ id: string }>`
    with recursive up as (
      select l.id as link, n.id, n.parent_id from file_link l
      join file_node n on n.account_id = l.account_id and n.id = l.file_node_id
      where l.account_id = ${accountId} and not n.in_trash
        and (${ids}::text[] is null or l.id = any(${ids}))
      union
      select up.link, n.id, n.parent_id from file_node n join up on n.id = up.parent_id
      where n.account_id = ${accountId}
    ) select distinct link as id from up where id = any(${[...reach.keys()]}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** The engine and `visibleLinks` have looked at the reach by then. */
const whole = <Of extends { readonly reach: Reach }>(call: Of): Of => ({
  ...call,
  reach: "everything",
});

/** @throws Refusal `invalidProperties`, `requestTooLarge` */
export async function hashOf({ budget }: Pick<Call, "budget">, password: string): Promise<string> {
  checkLinkPassword(password);
  budget.spend("passwords", 1);
  return hashPassword(password);
}

export const fileLinkStore: Store<typeof FileLink, string | null> = {
  async get(call, ids, properties, limit) {
    const visible = await visibleLinks(call, ids);
    return table.get(whole(call), visible, properties, limit);
  },

  list: inMemory<typeof FileLink>({
    all: async (call) =>
      table.read(call.db, call.accountId, await visibleLinks(call, null), MAX_NODES),
    match: {
      fileNodeId: (link, id) => link.fileNodeId === id,
      createdBy: (link, id) => link.createdBy === id,
    },
    compare: {
      created: (a, b) => (a.created < b.created ? -1 : a.created > b.created ? 1 : 0),
    },
  }),

  prepare: async (call, { password = null }: FileLinkCreate) =>
    password === null ? null : hashOf(call, password),

  async create(call, record, passwordHash) {
    const made = await table.create!(call, record, undefined);
    const token = newLinkToken();
    await call.w.tx
      .updateTable("file_link")
      .set({ token_hash: linkTokenHash(token), password_hash: passwordHash })
      .where("account_id", "=", call.accountId)
      .where("id", "=", made.id)
      .execute();
    return { ...made, password: null, hasPassword: passwordHash !== null, token };
  },

  async update(call, updates) {
    await table.update!(whole(call), updates);
    const renewed = updates.filter(({ changed }) => changed.includes("expires"));
    await sql`
      update file_link set renewed_at = ${call.w.now}
      where account_id = ${call.accountId} and id = any(${renewed.map(({ id }) => id)})`.execute(
      call.w.tx,
    );
  },

  destroy: (call, ids) => table.destroy!(whole(call), ids),
};
