import { sql } from "kysely";
import { refuse, type Engine, type UnitOfWork } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { replaceAddresses } from "../addresses/addresses.store.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { checkAddress } from "../addresses/address.rules.ts";
import { checkName } from "../name.rules.ts";
import { may, type ActorOrSystem } from "../policy.ts";
import { noteAccess } from "../sharing/shares.store.ts";
import "../tables.ts";

/** People who are meant together. With an address it is also a mail group. */
export interface Group {
  readonly id: string;
  readonly name: string;
  readonly address: string | null;
  /** Ids of persons, of shared accounts and of other groups. */
  readonly members: readonly string[];
}

export interface NewGroup {
  readonly name: string;
  readonly address?: string | null;
  readonly members: readonly string[];
}

export function createGroups({ db, engine }: { db: Db; engine: Engine }) {
  async function write<T>(by: ActorOrSystem, work: (w: UnitOfWork) => Promise<T>): Promise<T> {
    if (!may(by, "change", { type: "groups" })) refuse("forbidden");
    return engine.write([ORGANISATION], work);
  }

  async function save(w: UnitOfWork, id: string, group: NewGroup): Promise<Group> {
    const { tx } = w;
    const name = checkName(group.name);
    const address = group.address == null ? null : await checkAddress(tx, group.address);
    const members = [...new Set(group.members)].sort();
    await sql`insert into person_group (account_id, id, name, created_at)
      values (${ORGANISATION}, ${id}, ${name}, ${w.now})
      on conflict (account_id, id) do update set name = excluded.name`.execute(tx);
    if ((await replaceAddresses(tx, id, address === null ? [] : [address])) !== null)
      refuse("alreadyExists", `${address} belongs to somebody already`, {
        properties: ["address"],
      });
    // What is shared with a group is in reach of who is in it, before and after.
    await noteAccess(w, [id]);
    await replaceMembers(tx, id, members);
    await noteAccess(w, [id]);
    return { id, name, address, members };
  }

  return {
    create: (by: ActorOrSystem, group: NewGroup): Promise<Group> =>
      write(by, async (w) => {
        const made = await save(w, w.newId("g"), group);
        await recordAct(w, by, { verb: "group.create", thing: made.id, detail: { ...group } });
        w.changed(ORGANISATION, "Principal", made.id, "created");
        return made;
      }),

    list: (): Promise<Group[]> => readGroups(db),

    update: (by: ActorOrSystem, id: string, change: Partial<NewGroup>): Promise<Group> =>
      write(by, async (w) => {
        const [before] = await readGroups(w.tx, id);
        if (before === undefined) refuse("notFound");
        const group = await save(w, id, { ...before, ...change });
        await recordAct(w, by, { verb: "group.change", thing: id, detail: { ...change } });
        w.changed(ORGANISATION, "Principal", id, "updated");
        return group;
      }),

    remove: (by: ActorOrSystem, id: string): Promise<void> =>
      write(by, async (w) => {
        const [before] = await readGroups(w.tx, id);
        if (before === undefined) refuse("notFound");
        await noteAccess(w, [id]);
        await w.tx.deleteFrom("share_grant").where("principal_id", "=", id).execute();
        for (const [table, column] of [
          ["person_group_member", "group_id"],
          ["person_group_member", "member_id"],
          ["mail_address", "owner_id"],
          ["person_group", "id"],
        ] as const)
          await sql`delete from ${sql.table(table)}
            where account_id = ${ORGANISATION} and ${sql.ref(column)} = ${id}`.execute(w.tx);
        await recordAct(w, by, {
          verb: "group.remove",
          thing: id,
          detail: { address: before.address },
        });
        w.changed(ORGANISATION, "Principal", id, "destroyed");
      }),
  };
}

/** One group, or all of them by name. */
async function readGroups(db: Db | Tx, id?: string): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select g.id, g.name,
      (select address from mail_address a where a.account_id = g.account_id and a.owner_id = g.id
        order by a.is_primary desc limit 1) as address,
      array(select member_id from person_group_member m
        where m.account_id = g.account_id and m.group_id = g.id order by member_id) as members
    from person_group g
    where g.account_id = ${ORGANISATION} and (${id ?? null}::text is null or g.id = ${id ?? null})
    order by g.name, g.id`.execute(db);
  return rows;
}

async function replaceMembers(tx: Tx, id: string, members: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("person_group_member")
    .where("account_id", "=", ORGANISATION)
    .where("group_id", "=", id)
    .execute();
  const { rows } = await sql<{ member_id: string }>`
    insert into person_group_member (account_id, group_id, member_id)
    select ${ORGANISATION}, ${id}, m from unnest(${[...members]}::text[]) m
    where m <> ${id} and (
      exists (select 1 from person p where p.account_id = ${ORGANISATION} and p.id = m) or
      exists (select 1 from shared_account s where s.account_id = ${ORGANISATION} and s.id = m) or
      exists (select 1 from person_group g where g.account_id = ${ORGANISATION} and g.id = m))
    returning member_id`.execute(tx);
  if (rows.length < members.length)
    refuse("invalid", "no such member", { properties: ["members"] });
}
