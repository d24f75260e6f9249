import { Passkey } from "@atrium/contract/types/passkey";
import { refuse, type Actor, type UnitOfWork } from "../../../engine/index.ts";
import { accessChanged } from "../access/access.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import type { Limits } from "../limits.ts";
import { checkName } from "../name.rules.ts";
import { notePerson, noteWaysIn } from "../organisation/note.ts";
import { endSessions } from "../sessions/end-sessions.ts";
import { holdOwnSession } from "../sessions/hold-own-session.ts";
import { forgetShownPasskey, noteShownPasskey } from "../sessions/sessions.store.ts";
import type { MadeKey } from "./ceremony.ts";
import {
  deletePasskeys,
  insertPasskey,
  listPasskeys,
  renamePasskey,
  type PasskeyRow,
} from "./passkeys.store.ts";

/** @throws Refusal `forbidden` */
export function checkRoom(has: readonly PasskeyRow[], { passkeysPerPerson }: Limits): void {
  if (has.length >= passkeysPerPerson) refuse("forbidden", "limit reached");
}

/**
 * Changes to someone's own passkeys, in a unit of work that has locked the organisation and the person's account. Whether
 * it is the person must be known. @throws Refusal `notSignedIn` when the session has ended meanwhile.
 */
export function passkeyChanges(limits: Limits) {
  async function note(
    w: UnitOfWork,
    by: Actor,
    { id, name }: Pick<PasskeyRow, "id" | "name">,
    verb: "add" | "remove" | "rename",
  ): Promise<void> {
    await recordAct(w, by, { verb: `passkey.${verb}`, thing: by.personId, detail: { name } });
    notePerson(w, by.personId);
    const change = ({ add: "created", remove: "destroyed", rename: "updated" } as const)[verb];
    noteWaysIn(w, by, Passkey, [id], change);
  }

  return {
    /** Keeps what a device made. The session that did it has shown a passkey by it. */
    async add(w: UnitOfWork, by: Actor, name: string, key: MadeKey): Promise<PasskeyRow> {
      const { personId } = by;
      const sessionId = await holdOwnSession(w.tx, by);
      checkRoom(await listPasskeys(w.tx, personId), limits);
      const { credentialId } = key;
      const row: PasskeyRow = {
        id: w.newId("k"),
        credentialId,
        name: checkName(name),
        createdAt: w.now,
        lastUsedAt: null,
      };
      if (!(await insertPasskey(w.tx, { ...row, ...key, personId }))) refuse("alreadyExists");
      if (sessionId !== undefined) await noteShownPasskey(w.tx, sessionId, row.id);
      accessChanged(w, personId);
      await note(w, by, row, "add");
      return row;
    },

    /** Answers the name as it is kept. */
    async rename(w: UnitOfWork, by: Actor, id: string, name: string): Promise<string> {
      const clean = checkName(name);
      if (!(await renamePasskey(w.tx, by.personId, id, clean))) refuse("notFound");
      await note(w, by, { id, name: clean }, "rename");
      return clean;
    },

    /** It lets nobody in from then on, and the sessions that it began end, but for the one that removes it. */
    async remove(w: UnitOfWork, by: Actor, id: string): Promise<void> {
      const except = await holdOwnSession(w.tx, by);
      const [gone] = await deletePasskeys(w.tx, by.personId, id);
      if (gone === undefined) return refuse("notFound");
      const current = except === undefined ? {} : { except };
      await endSessions(w, by, { passkeys: [id], ...current });
      if (except !== undefined) await forgetShownPasskey(w.tx, except, id);
      accessChanged(w, by.personId);
      await note(w, by, gone, "remove");
    },
  };
}
