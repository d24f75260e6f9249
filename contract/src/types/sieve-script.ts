import { defineType, shape, type CreateOf, type RecordOf } from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** Why a script failed on a message, which was then delivered to the inbox. */
export interface SieveFailure {
  readonly at: string;
  /** Of the script, from 1; `null` where the script as a whole took too long. */
  readonly line: number | null;
  readonly message: string;
}

/** RFC 9661 §2: a script that filters incoming mail. At most one of an account is active. */
export const SieveScript = defineType({
  name: "SieveScript",
  capability: CAPABILITY.sieve,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    /** Unique in the account; the server chooses one for `null`. */
    name: { type: "String", nullable: true, default: null },
    blobId: { type: "Id" },
    isActive: { type: "Boolean", serverSet: true },
    /** Of Atrium: the last failure, until the script changes. */
    failure: {
      type: shape<SieveFailure>("object"),
      nullable: true,
      serverSet: true,
      onRequest: true,
    },
  },
  filters: {
    /** Part of the name, ignoring case. */
    name: { type: "String" },
    isActive: { type: "Boolean" },
  },
  sorts: ["name", "isActive"],
  arguments: {
    set: {
      /** The id of the script that becomes the active one, or `#` and a creation id, if the whole call succeeds. */
      onSuccessActivateScript: { type: "String", nullable: true, default: null },
      /** Without another that becomes active: none is active then. */
      onSuccessDeactivateScript: { type: "Boolean", nullable: true, default: false },
    },
  },
});

/** RFC 9661 §2.6. */
export const SIEVE_SCRIPT_METHODS = { validate: { blobId: { type: "Id" } } } as const;

export type SieveScriptRecord = RecordOf<typeof SieveScript>;
export type SieveScriptCreate = CreateOf<typeof SieveScript>;
