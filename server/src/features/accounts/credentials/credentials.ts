import {
  ClientCredential,
  type CredentialAccess,
  type CredentialKind,
} from "@atrium/contract/types/client-credential";
import type { Actor, Engine, UnitOfWork } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { Identity } from "../identity/identity.store.ts";
import type { Limits } from "../limits.ts";
import { noteWaysIn } from "../organisation/note.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import {
  credentialChanges,
  type CredentialChange,
  type NewCredential,
} from "./credential-changes.ts";
import {
  deleteExpiredCredentials,
  findCredential,
  listCredentials,
  ownersOfExpired,
  touchCredential,
  type CredentialRow,
} from "./credentials.store.ts";
import { appPasswordHash, clientTokenHash } from "./secrets.ts";

/** What stands in `Actor.credential` and lets push subscriptions end with it. */
export const credentialName = (kind: CredentialKind, id: string): string => `${kind}:${id}`;

export type Credentials = ReturnType<typeof createCredentials>;

/** Secrets that other programs sign in with: app passwords and tokens. Each opens what its scope says, as its person. */
export function createCredentials(options: {
  db: Db;
  engine: Engine;
  clock: Clock;
  limits: Limits;
}) {
  const { db, engine, clock, limits } = options;
  const changes = credentialChanges(limits);
  const write = <T>(by: Actor, work: (w: UnitOfWork) => Promise<T>): Promise<T> =>
    engine.write([ORGANISATION, by.accountId], work);

  async function use(
    kind: CredentialKind,
    hash: Buffer | null,
    ip: string,
  ): Promise<{ identity: Identity; credential: string; access: CredentialAccess } | null> {
    if (hash === null) return null;
    const now = clock.now();
    const found = await findCredential(db, kind, hash, now);
    if (found === null) return null;
    const seen = found.lastUsedAt?.getTime() ?? 0;
    if (now.getTime() - seen >= limits.sessionSeenStep)
      await touchCredential(db, found.id, now, ip);
    const { id, identity, access } = found;
    return { identity, credential: credentialName(kind, id), access };
  }

  return {
    /** Whose app password it is; null when it is none. */
    useAppPassword: (text: string, ip: string) => use("app-password", appPasswordHash(text), ip),
    /** Whose token it is; null when it is none. */
    useToken: (text: string, ip: string) => use("token", clientTokenHash(text), ip),

    /** The rest is what browsers do with the type `ClientCredential`, in this process. */
    list: (personId: string): Promise<CredentialRow[]> => listCredentials(db, personId),
    create: (by: Actor, given: NewCredential) => write(by, (w) => changes.create(w, by, given)),
    change: (by: Actor, id: string, given: CredentialChange): Promise<CredentialRow> =>
      write(by, (w) => changes.update(w, by, id, given)),
    revoke: (by: Actor, id: string): Promise<void> => write(by, (w) => changes.revoke(w, by, id)),

    /** Forgets those that expired long enough ago for their person to have seen it. */
    async sweep(): Promise<void> {
      const before = new Date(clock.now().getTime() - limits.credentialsKept);
      for (const whose of await ownersOfExpired(db, before))
        await engine.write([whose.accountId], async (w) => {
          const ids = await deleteExpiredCredentials(w.tx, whose.personId, before);
          noteWaysIn(w, whose, ClientCredential, ids, "destroyed");
        });
    },
  };
}
