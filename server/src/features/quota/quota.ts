import { CAPABILITY } from "@atrium/contract/types/wire";
import {
  Quota,
  QUOTA_METHODS,
  type QuotaRecord,
  type QuotaUsage,
} from "@atrium/contract/types/quota";
import {
  inMemory,
  method,
  QUOTA_WARN_AT,
  serve,
  storageOf,
  type Actor,
  type Call,
  type Served,
} from "../../engine/index.ts";
import { fileOctetsOf } from "../drive/index.ts";

/** Each limit that can be set: its id, what it counts, and the types that it holds for. */
const QUOTAS = [
  {
    id: "octets",
    name: "Storage",
    resourceType: "octets",
    types: [
      { name: "Email", capability: CAPABILITY.mail },
      { name: "FileNode", capability: CAPABILITY.fileNode },
    ],
  },
  {
    id: "emails",
    name: "Messages",
    resourceType: "count",
    types: [{ name: "Email", capability: CAPABILITY.mail }],
  },
] as const;

/** Every account that keeps mail or files has one; the organisation's keeps neither. */
export function hasQuota(actor: Actor, accountId: string): boolean {
  const account = actor.accounts[accountId];
  return account !== undefined && account.kind !== "organisation";
}

/** The account's limits. Where none is set there is no record: RFC 9425 has no word for "as much as you like". */
async function quotasOf(call: Call): Promise<QuotaRecord[]> {
  const { used, limits } = await storageOf(call.db, call.accountId, call.services.quota);
  return QUOTAS.flatMap(({ id, name, resourceType, types }) => {
    const limit = limits[id];
    // RFC 9425 §4.1: only types that the client knows, and no quota without any.
    const known = types.filter(({ capability }) => call.using.has(capability));
    if (limit === null || known.length === 0) return [];
    return {
      id,
      name,
      resourceType,
      used: used[id],
      hardLimit: limit,
      warnLimit: Math.floor(limit * QUOTA_WARN_AT),
      softLimit: null,
      scope: "account",
      types: known.map((type) => type.name),
      description: null,
    };
  });
}

/** RFC 9425 §4. */
export const quota: Served = serve(Quota, {
  access: (actor, _verb, accountId) => hasQuota(actor, accountId),
  store: {
    async get(call, ids) {
      const all = await quotasOf(call);
      return ids === null ? all : all.filter((one) => ids.includes(one.id));
    },
    list: inMemory<typeof Quota>({
      all: quotasOf,
      match: {
        name: (one, text) => one.name.toLowerCase().includes(text.toLowerCase()),
        scope: (one, scope) => one.scope === scope,
        resourceType: (one, type) => one.resourceType === type,
        type: (one, name) => one.types.includes(name),
      },
      compare: {
        name: (a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)),
        used: (a, b) => a.used - b.used,
      },
    }),
  },
  methods: {
    usage: method({
      verb: "read",
      arguments: QUOTA_METHODS.usage,
      async run({ accountId, db, services }) {
        const { used } = await storageOf(db, accountId, services.quota);
        const fileOctets = await fileOctetsOf(db, accountId);
        return { accountId, ...used, fileOctets } satisfies QuotaUsage & { accountId: string };
      },
    }),
  },
});
