import { ADMINISTERED } from "./administered.ts";
import { defineType, type FilterOf, type RecordOf } from "./define.ts";

/** Of Atrium: people who are meant together, as administrators see them. With an address it is a mail group, too. */
export const Group = defineType({
  name: "Group",
  ...ADMINISTERED,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    /** One line, trimmed. */
    name: { type: "String" },
    address: { type: "String", nullable: true, default: null },
    /** Ids of people, of shared accounts and of other groups. */
    members: { type: { set: "Id" }, default: {} },
    memberCount: { type: "UnsignedInt", serverSet: true },
  },
  filters: {
    /** In the name or the address, whatever its case. */
    text: { type: "String" },
  },
  sorts: ["name", "address"],
});

export type GroupRecord = RecordOf<typeof Group>;
export type GroupFilter = FilterOf<typeof Group>;
