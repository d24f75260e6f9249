import { ADMINISTERED } from "./administered.ts";
import { defineType, shape, type FilterOf, type RecordOf } from "./define.ts";

/**
 * Of Atrium: one thing that an administrator did, or someone to their own ways in; as administrators see it. None is ever
 * changed or destroyed.
 */
export const AdministratorAct = defineType({
  name: "AdministratorAct",
  ...ADMINISTERED,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    at: { type: "UTCDate", serverSet: true },
    /** Who did it; `null`: the command line or the set-up. */
    personId: { type: "Id", nullable: true, serverSet: true },
    /** What that person is called now; `null` when there is no such person any more. */
    personName: { type: "String", nullable: true, serverSet: true },
    /** Where it came from; `null`: the command line or the set-up. */
    ip: { type: "String", nullable: true, serverSet: true },
    /** Such as `person.disable`. */
    verb: { type: "String", serverSet: true },
    /** The id or name of what it was done to. */
    thing: { type: "String", serverSet: true },
    /** What that is called now, or was when it went away; `null` when it never had another name. */
    thingName: { type: "String", nullable: true, serverSet: true },
    /** What exactly, by words that depend on the verb. */
    detail: { type: shape<Readonly<Record<string, unknown>>>("object"), serverSet: true },
  },
  filters: {
    /** In the names and addresses of who did it and of what it was done to, whatever their case. */
    text: { type: "String" },
    /** Done by this person. */
    personId: { type: "Id" },
    /** Done before this time. */
    before: { type: "UTCDate" },
  },
  sorts: ["at"],
});

export type AdministratorActRecord = RecordOf<typeof AdministratorAct>;
export type AdministratorActFilter = FilterOf<typeof AdministratorAct>;
