import { shape, type Properties } from "./define.ts";
import type { JsonObject, PatchObject } from "./wire.ts";

const STATE = { type: "String", nullable: true, default: null } as const;
const COUNT = { type: "UnsignedInt", nullable: true, default: null } as const;
const ID = { type: "Id", nullable: true, default: null } as const;
const FLAG = { type: "Boolean", default: false } as const;

const SEARCH = {
  filter: { type: shape<JsonObject>("object"), nullable: true, default: null },
  sort: { type: { list: shape<JsonObject>("object") }, nullable: true, default: null },
  calculateTotal: FLAG,
} as const;

/** The account that a call is about. */
export const ACCOUNT_ARGUMENT = { accountId: { type: "Id" } } as const;

/** Makes a change depend on what the client has seen last; only where there is an account, and so a state. */
export const STATE_ARGUMENT = { ifInState: STATE } as const;

/** What the standard methods take of every type (RFC 8620 §5), beyond the account and its state. */
export const STANDARD_ARGUMENTS = {
  get: {
    ids: { type: { list: "Id" }, nullable: true, default: null },
    properties: { type: { list: "String" }, nullable: true, default: null },
  },
  changes: { sinceState: { type: "String" }, maxChanges: COUNT },
  set: {
    create: { type: { map: shape<JsonObject>("object") }, nullable: true, default: null },
    update: { type: { map: shape<PatchObject>("object") }, nullable: true, default: null },
    destroy: { type: { list: "Id" }, nullable: true, default: null },
  },
  copy: {
    fromAccountId: { type: "Id" },
    ifFromInState: STATE,
    create: { type: { map: shape<JsonObject>("object") } },
    onSuccessDestroyOriginal: FLAG,
    destroyFromIfInState: STATE,
  },
  query: {
    ...SEARCH,
    position: { type: "Int", default: 0 },
    anchor: ID,
    anchorOffset: { type: "Int", default: 0 },
    limit: COUNT,
  },
  queryChanges: {
    ...SEARCH,
    sinceQueryState: { type: "String" },
    maxChanges: COUNT,
    upToId: ID,
  },
} as const satisfies Readonly<Record<string, Properties>>;
