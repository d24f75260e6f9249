import { ADMINISTERED } from "./administered.ts";
import { OWN_QUOTA } from "./storage.ts";
import { ROLES } from "../api/session.ts";
import {
  defineType,
  type CreateOf,
  type FilterOf,
  type Properties,
  type RecordOf,
} from "./define.ts";

/** Of Atrium: someone of the organisation as administrators see them; what everyone sees is `Principal`. */
export const Person = defineType({
  name: "Person",
  ...ADMINISTERED,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    /** One line, trimmed. */
    name: { type: "String" },
    /** The one that they sign in with. */
    address: { type: "String", immutable: true },
    /** Other addresses whose mail they get; at most 100. */
    aliases: { type: { set: "String" }, default: {} },
    /** At least one. */
    roles: { type: { set: { oneOf: ROLES } }, default: { member: true } },
    /** Then they are signed out, cannot sign in, and mail to them is refused. */
    isDisabled: { type: "Boolean", default: false },
    /** As disabled; who is not restored until `deletedAt` is deleted for good, with all mail and files. */
    isRemoved: { type: "Boolean", default: false },
    /** When that is; `null` unless removed. */
    deletedAt: { type: "UTCDate", nullable: true, serverSet: true },
    /** Only to be given; `null` whenever it is read, and for someone who has none. */
    password: { type: "String", nullable: true, default: null, immutable: true },
    ...OWN_QUOTA,
    /** Whether signing in asks for a code. */
    hasSecondFactor: { type: "Boolean", serverSet: true },
    /** Until when a link lets them set a password; `null`: there is none. */
    invitedUntil: { type: "UTCDate", nullable: true, serverSet: true },
    passkeyCount: { type: "UnsignedInt", serverSet: true },
    createdAt: { type: "UTCDate", immutable: true, serverSet: true },
  },
  filters: {
    /** In the name, or in one of the addresses, whatever its case. */
    text: { type: "String" },
    role: { type: { oneOf: ROLES } },
    isDisabled: { type: "Boolean" },
    isRemoved: { type: "Boolean" },
  },
  sorts: ["name", "address", "createdAt"],
});

const ONE = { id: { type: "Id" } } as const;

/** What its own methods take beyond the account. */
export const PERSON_METHODS = {
  setPassword: { ...ONE, password: { type: "String" } },
  /** Removes someone, whose files go at once to another person if that is named, in a folder called as they are. */
  remove: { ...ONE, filesTo: { type: "Id", nullable: true, default: null } },
  endSessions: ONE,
  invite: ONE,
  resetSecondFactor: ONE,
} as const satisfies Readonly<Record<string, Properties>>;

export type PersonRecord = RecordOf<typeof Person>;
export type PersonCreate = CreateOf<typeof Person>;
export type PersonFilter = FilterOf<typeof Person>;
