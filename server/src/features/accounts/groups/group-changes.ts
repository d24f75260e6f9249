import { Group as GroupType } from "@atrium/contract/types/group";
import { refuse, type UnitOfWork } from "../../../engine/index.ts";
import { checkAddress } from "../addresses/address.rules.ts";
import { claimAddresses } from "../addresses/claim.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { LIMITS } from "../limits.ts";
import { checkName } from "../name.rules.ts";
import { noteGroupsOf } from "../organisation/note.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import type { ActorOrSystem } from "../policy.ts";
import { settleLater } from "../sharing/settle.ts";
import { noteVersions } from "../sharing/shared-with.store.ts";
import { noteAccessBehind, reachesShares } from "../sharing/shares.store.ts";
import { deleteGroup, readGroups, changeMembers, writeGroup, type Group } from "./groups.store.ts";

export interface NewGroup {
  readonly name: string;
  readonly address?: string | null;
  readonly members: readonly string[];
}

type Change = "created" | "updated" | "destroyed";

function note(w: UnitOfWork, id: string, change: Change): void {
  for (const type of ["Principal", GroupType.name]) w.changed(ORGANISATION, type, id, change);
}

interface Saved {
  readonly group: Group;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

async function save(w: UnitOfWork, id: string, given: NewGroup, before?: Group): Promise<Saved> {
  const { tx } = w;
  const name = checkName(given.name);
  await writeGroup(tx, { id, name }, w.now);
  const address = await saveAddress(w, id, given.address ?? null, before?.address ?? null);
  const { members, added, removed } = await saveMembers(w, id, given.members, before?.members);
  return { group: { id, name, address, members, memberCount: members.length }, added, removed };
}

async function saveAddress(
  { tx }: UnitOfWork,
  id: string,
  given: string | null,
  before: string | null,
): Promise<string | null> {
  if (given === before) return before;
  const address = given === null ? null : await checkAddress(tx, given);
  await claimAddresses(tx, id, address === null ? [] : [address]);
  return address;
}

async function saveMembers(
  w: UnitOfWork,
  id: string,
  given: readonly string[],
  before: readonly string[] = [],
) {
  const [was, is] = [new Set(before), new Set(given)];
  if (is.size > LIMITS.membersPerGroup)
    refuse("invalid", "too many members", { properties: ["members"] });
  const added = [...is.difference(was)];
  const removed = [...was.difference(is)];
  if (added.length + removed.length > 0) {
    await settleLater(w, removed);
    await changeMembers(w, id, { added, removed });
    // Who stays reaches what they did.
    if (await reachesShares(w.tx, id)) await noteAccessBehind(w, [...added, ...removed]);
  }
  return { members: [...is].sort(), added, removed };
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
    const { group: made } = await save(w, w.newId("g"), group);
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
    const before = await existing(w, id);
    const { members, ...words } = change;
    const { group, added, removed } = await save(w, id, { ...before, ...change }, before);
    const detail = members ? { ...words, added, removed } : words;
    await recordAct(w, by, { verb: "group.change", thing: id, detail });
    note(w, id, "updated");
    return group;
  },

  async remove(w: UnitOfWork, by: ActorOrSystem, id: string): Promise<void> {
    const { address } = await existing(w, id);
    if (await reachesShares(w.tx, id)) await noteAccessBehind(w, [id]);
    await settleLater(w, [id]);
    await noteGroupsOf(w, id);
    await deleteGroup(w.tx, id);
    noteVersions(w, [id]);
    await recordAct(w, by, { verb: "group.remove", thing: id, detail: { address } });
    note(w, id, "destroyed");
  },
};
