import {
  ClientCredential,
  type ClientCredentialRecord,
} from "@atrium/contract/types/client-credential";
import { utcDate, utcSeconds } from "@atrium/contract/types/utc-date";
import { serve, type Served } from "../../../engine/index.ts";
import { LIMITS } from "../limits.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { mayWithOwn } from "../policy.ts";
import { credentialChanges } from "./credential-changes.ts";
import { listCredentials, type CredentialRow } from "./credentials.store.ts";

const changes = credentialChanges(LIMITS);

/** App passwords and tokens, as the person sees them whom they let in. */
export const clientCredentialType: Served = serve(ClientCredential, {
  access: mayWithOwn("credentials"),
  store: {
    get: async ({ db, actor }, ids, _properties, limit) =>
      (await listCredentials(db, actor.personId, { ids, limit })).map(recordOf),
    // The acts lie there.
    alsoChanges: async () => [ORGANISATION],
    async create({ w, actor }, { expiresAt = null, ...given }) {
      const made = await changes.create(w, actor, {
        ...given,
        expiresAt: expiresAt === null ? null : new Date(expiresAt),
      });
      return { ...recordOf(made.credential), secret: made.secret };
    },
    async update({ w, actor }, updates) {
      const set = new Map<string, Partial<ClientCredentialRecord>>();
      for (const { id, after } of updates) {
        const { name } = await changes.update(w, actor, id, after);
        if (name !== after.name) set.set(id, { name });
      }
      return set;
    },
    async destroy({ w, actor }, ids) {
      for (const id of ids) await changes.revoke(w, actor, id);
    },
  },
});

const recordOf = ({ createdAt, expiresAt, lastUsedAt, ...same }: CredentialRow) => ({
  ...same,
  createdAt: utcSeconds(createdAt),
  expiresAt: expiresAt && utcDate(expiresAt),
  lastUsedAt: lastUsedAt && utcSeconds(lastUsedAt),
  secret: null,
});
