import { Group, type GroupRecord } from "@atrium/contract/types/group";
import { serve } from "../../../engine/index.ts";
import { searchNamed } from "../addresses/search-named.ts";
import { groupChanges, type NewGroup } from "../groups/group-changes.ts";
import { readGroups, type Group as Row } from "../groups/groups.store.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { may } from "../policy.ts";

/** Groups as administrators look after them. */
export const groupType = serve(Group, {
  access: (actor, verb, accountId) =>
    accountId === ORGANISATION &&
    may(actor, verb === "read" ? "read" : "change", { type: "groups" }),
  store: {
    writesFirst: true,
    async get({ db }, ids, properties, limit) {
      const withMembers = properties.includes("members");
      return (await readGroups(db, ids, { limit, withMembers })).map(recordOf);
    },
    list: ({ db }, filter, sort) => searchNamed(db, "person_group", filter, sort),
    async create({ w, actor }, record) {
      return recordOf(await groupChanges.create(w, actor, { ...record, ...membersOf(record) }));
    },
    async update({ w, actor }, updates) {
      const set = new Map<string, Partial<GroupRecord>>();
      for (const { id, after, changed } of updates) {
        const given = Object.fromEntries(changed.map((name) => [name, after[name]]));
        const change = changed.includes("members") ? { ...given, ...membersOf(after) } : given;
        const { name, address, memberCount } = recordOf(
          await groupChanges.update(w, actor, id, change as Partial<NewGroup>),
        );
        set.set(id, { name, address, memberCount });
      }
      return set;
    },
    async destroy({ w, actor }, ids) {
      for (const id of ids) await groupChanges.remove(w, actor, id);
    },
  },
});

const membersOf = ({ members = {} }: Partial<Pick<GroupRecord, "members">>) => ({
  members: Object.keys(members),
});

const recordOf = ({ members, ...group }: Row): GroupRecord => ({
  ...group,
  members: Object.fromEntries(members.map((id) => [id, true as const])),
});
