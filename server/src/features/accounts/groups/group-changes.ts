import { Group as GroupType } from "@atrium/contract/types/group";
import { refuse, type UnitOfWork } from "../../../engine/index.ts";
import { checkAddress } from "../addresses/address.rules.ts";
import { replaceAddresses } from "../addresses/addresses.store.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { LIMITS } from "../limits.ts";
import { checkName } from "../name.rules.ts";
import { noteGroupsOf } from "../organisation/note.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import type { ActorOrSystem } from "../policy.ts";
import { noteAccess } from "../sharing/shares.store.ts";
import { deleteGroup, readGroups, replaceMembers, writeGroup, type Group } from "./groups.store.ts";

export interface NewGroup {
  readonly name: string;
  readonly address?: string | null;
  readonly members: readonly string[];
}

type Change = "created" | "updated" | "destroyed";

function note(w: UnitOfWork, id: string, change: Change): void {
  for (const type of ["Principal", GroupType.name]) w.changed(ORGANISATION, type, id, change);
}

async function save(w: UnitOfWork, id: string, group: NewGroup): Promise<Group> {
  const { tx } = w;
  const name = checkName(group.name);
  const address = group.address == null ? null : await checkAddress(tx, group.address);
  const members = [...new Set(group.members)].sort();
  if (members.length > LIMITS.membersPerGroup)
    refuse("invalid", "too many members", { properties: ["members"] });
  await writeGroup(tx, { id, name }, w.now);
  if ((await replaceAddresses(tx, id, address === null ? [] : [address])) !== null)
    refuse("alreadyExists", `${address} belongs to somebody already`, { properties: ["address"] });
  // What is shared with a group is in reach of who is in it, before and after.
  await noteAccess(w, [id]);
  await replaceMembers(tx, id, members);
  await noteAccess(w, [id]);
  return { id, name, address, members };
}

async function existing(w: UnitOfWork, id: string): Promise<Group> {
  const [group] = await readGroups(w.tx, [id]);
  return group ?? refuse("notFound");
}

/**
 * Changes to groups in a unit of work that has locked the organisation. Each is written to the administrators' acts;
 * whether it is allowed is for the caller to know.
 */
export const groupChanges = {
  async create(w: UnitOfWork, by: ActorOrSystem, group: NewGroup): Promise<Group> {
    const made = await save(w, w.newId("g"), group);
    await recordAct(w, by, { verb: "group.create", thing: made.id, detail: { ...group } });
    note(w, made.id, "created");
    return made;
  },

  async update(
    w: UnitOfWork,
    by: ActorOrSystem,
    id: string,
    change: Partial<NewGroup>,
  ): Promise<Group> {
    const group = await save(w, id, { ...(await existing(w, id)), ...change });
    await recordAct(w, by, { verb: "group.change", thing: id, detail: { ...change } });
    note(w, id, "updated");
    return group;
  },

  async remove(w: UnitOfWork, by: ActorOrSystem, id: string): Promise<void> {
    const { address } = await existing(w, id);
    await noteAccess(w, [id]);
    await noteGroupsOf(w, id);
    await deleteGroup(w.tx, id);
    await recordAct(w, by, { verb: "group.remove", thing: id, detail: { address } });
    note(w, id, "destroyed");
  },
};
