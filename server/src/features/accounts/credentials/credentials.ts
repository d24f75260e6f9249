import type {
  ChangeCredential,
  CreateCredential,
  CredentialAccess,
  PasswordAgain,
} from "@atrium/contract/api/security";
import { refuse, type Actor, type Engine } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { accessChanged } from "../access/access.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import type { Limits } from "../limits.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { checkName } from "../name.rules.ts";
import { may } from "../policy.ts";
import type { Identity } from "../identity/identity.store.ts";
import {
  deleteCredentials,
  deleteExpiredCredentials,
  findCredential,
  insertCredential,
  listCredentials,
  touchCredential,
  updateCredential,
  type CredentialKind,
  type CredentialRow,
} from "./credentials.store.ts";
import { appPasswordHash, clientTokenHash, newAppPassword, newClientToken } from "./secrets.ts";

const DAY = 86_400_000;

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

    list: (personId: string): Promise<CredentialRow[]> => listCredentials(db, personId),

    /**
     * Makes one. The secret is answered only now; the store keeps its hash. Whether it is the person must be known;
     * `hold` refuses when it is so no longer.
     */
    async create(
      by: Actor,
      { kind, name, days, scope, isReadOnly }: Omit<CreateCredential, keyof PasswordAgain>,
      hold?: (tx: Tx) => Promise<void>,
    ): Promise<{ credential: CredentialRow; secret: string }> {
      const { personId } = by;
      if (!may(by, "create", { type: "credentials", personId })) refuse("forbidden");
      const secret = kind === "token" ? newClientToken() : newAppPassword();
      const secretHash = kind === "token" ? clientTokenHash(secret) : appPasswordHash(secret);
      return engine.write([ORGANISATION], async (w) => {
        await hold?.(w.tx);
        const credential: CredentialRow = {
          id: w.newId("c"),
          kind,
          name: checkName(name),
          scope,
          isReadOnly,
          createdAt: w.now,
          expiresAt: days == null ? null : new Date(w.now.getTime() + days * DAY),
          lastUsedAt: null,
        };
        if ((await listCredentials(w.tx, personId)).length >= limits.credentialsPerPerson)
          refuse("forbidden", "there are too many already", { properties: ["name"] });
        await insertCredential(w.tx, { ...credential, personId, secretHash: secretHash! });
        await recordAct(w, by, {
          verb: `${kind}.create`,
          thing: personId,
          detail: { name: credential.name, scope, isReadOnly },
        });
        return { credential, secret };
      });
    },

    /**
     * Changes what one is called and opens, on every protocol at once. Whether it is the person must be known; `hold`
     * refuses when it is so no longer.
     */
    async change(
      by: Actor,
      id: string,
      { name, scope, isReadOnly }: Omit<ChangeCredential, keyof PasswordAgain>,
      hold: (tx: Tx) => Promise<void>,
    ): Promise<CredentialRow> {
      const { personId } = by;
      if (!may(by, "change", { type: "credentials", personId })) refuse("forbidden");
      return engine.write([ORGANISATION], async (w) => {
        await hold(w.tx);
        const given = { name: checkName(name), scope, isReadOnly };
        const changed = await updateCredential(w.tx, personId, id, given);
        if (changed === undefined) return refuse("notFound");
        accessChanged(w, personId);
        await recordAct(w, by, {
          verb: `${changed.kind}.change`,
          thing: personId,
          detail: given,
        });
        return changed;
      });
    },

    /** Ends one at once, on every protocol. */
    async revoke(by: Actor, id: string): Promise<void> {
      const { personId } = by;
      if (!may(by, "remove", { type: "credentials", personId })) refuse("forbidden");
      await engine.write([ORGANISATION], async (w) => {
        const [ended] = await deleteCredentials(w.tx, personId, id);
        if (ended === undefined) return refuse("notFound");
        accessChanged(w, personId);
        const { kind, name } = ended;
        return recordAct(w, by, { verb: `${kind}.revoke`, thing: personId, detail: { name } });
      });
    },

    /** Forgets those that expired long enough ago for their person to have seen it. */
    sweep: (): Promise<void> =>
      deleteExpiredCredentials(db, new Date(clock.now().getTime() - limits.credentialsKept)),
  };
}
