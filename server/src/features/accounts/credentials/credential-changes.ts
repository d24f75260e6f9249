import {
  ClientCredential,
  type CredentialAccess,
  type CredentialKind,
} from "@atrium/contract/types/client-credential";
import { refuse, type Actor, type UnitOfWork } from "../../../engine/index.ts";
import { accessChanged } from "../access/access.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import type { Limits } from "../limits.ts";
import { checkName } from "../name.rules.ts";
import { noteWaysIn } from "../organisation/note.ts";
import { holdOwnSession } from "../sessions/hold-own-session.ts";
import {
  deleteCredentials,
  insertCredential,
  listCredentials,
  updateCredential,
  type CredentialRow,
} from "./credentials.store.ts";
import { appPasswordHash, clientTokenHash, newAppPassword, newClientToken } from "./secrets.ts";

/** What someone says of a credential that is to be made. */
export interface NewCredential extends CredentialAccess {
  readonly kind: CredentialKind;
  readonly name: string;
  /** `null`: never. */
  readonly expiresAt: Date | null;
}

export type CredentialChange = CredentialAccess & Pick<NewCredential, "name">;

/**
 * Changes to someone's own app passwords and tokens, in a unit of work that has locked the organisation and the person's
 * account. Whether it is the person must be known. @throws Refusal `notSignedIn` when the session has ended meanwhile.
 */
export function credentialChanges({ credentialsPerPerson, credentialLife }: Limits) {
  return {
    /** The secret is answered only now; the store keeps its hash. */
    async create(
      w: UnitOfWork,
      by: Actor,
      { kind, name, scope, isReadOnly, expiresAt }: NewCredential,
    ): Promise<{ credential: CredentialRow; secret: string }> {
      const { personId } = by;
      await holdOwnSession(w.tx, by);
      if (expiresAt !== null) checkEnd(expiresAt.getTime() - w.now.getTime(), credentialLife);
      if ((await listCredentials(w.tx, personId)).length >= credentialsPerPerson)
        refuse("forbidden", "limit reached", { properties: ["name"] });
      const secret = kind === "token" ? newClientToken() : newAppPassword();
      const secretHash = kind === "token" ? clientTokenHash(secret) : appPasswordHash(secret);
      const credential: CredentialRow = {
        id: w.newId("c"),
        kind,
        name: checkName(name),
        scope,
        isReadOnly,
        createdAt: w.now,
        expiresAt,
        lastUsedAt: null,
      };
      await insertCredential(w.tx, { ...credential, personId, secretHash: secretHash! });
      await recordAct(w, by, {
        verb: `${kind}.create`,
        thing: personId,
        detail: { name: credential.name, scope, isReadOnly },
      });
      noteWaysIn(w, by, ClientCredential, [credential.id], "created");
      return { credential, secret };
    },

    /** What one is called and opens, on every protocol at once. */
    async update(
      w: UnitOfWork,
      by: Actor,
      id: string,
      { name, scope, isReadOnly }: CredentialChange,
    ): Promise<CredentialRow> {
      const { personId } = by;
      await holdOwnSession(w.tx, by);
      const given = { name: checkName(name), scope, isReadOnly };
      const changed = await updateCredential(w.tx, personId, id, given);
      if (changed === undefined) return refuse("notFound");
      accessChanged(w, personId);
      await recordAct(w, by, { verb: `${changed.kind}.change`, thing: personId, detail: given });
      noteWaysIn(w, by, ClientCredential, [id], "updated");
      return changed;
    },

    /** Ends one at once, on every protocol. */
    async revoke(w: UnitOfWork, by: Actor, id: string): Promise<void> {
      const { personId } = by;
      const [ended] = await deleteCredentials(w.tx, personId, id);
      if (ended === undefined) return refuse("notFound");
      const { kind, name } = ended;
      accessChanged(w, personId);
      await recordAct(w, by, { verb: `${kind}.revoke`, thing: personId, detail: { name } });
      noteWaysIn(w, by, ClientCredential, [id], "destroyed");
    },
  };
}

function checkEnd(life: number, most: number): void {
  if (life <= 0 || life > most) refuse("invalid", "out of range", { properties: ["expiresAt"] });
}
