import { refuse, type UnitOfWork } from "../../../engine/index.ts";
import { accessChanged } from "../access/access.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { deletePasskeys } from "../passkeys/passkeys.store.ts";
import { notePerson } from "../organisation/note.ts";
import type { ActorOrSystem } from "../policy.ts";
import { endSessions } from "../sessions/end-sessions.ts";
import { deleteSecondFactor } from "./second-factor.store.ts";

/**
 * For a user who has lost the app and the recovery codes, or a device with a passkey: takes all of them away, and
 * ends the sessions that passkeys began.
 * @throws Refusal `notFound` when there is none.
 */
export async function resetSecondFactor(
  w: UnitOfWork,
  by: ActorOrSystem,
  personId: string,
): Promise<void> {
  const wasOn = await deleteSecondFactor(w.tx, personId);
  const passkeys = await deletePasskeys(w.tx, personId);
  if (!wasOn && passkeys.length === 0) refuse("notFound", "there is no second factor");
  if (passkeys.length > 0)
    await endSessions(w, personId, { passkeys: passkeys.map(({ id }) => id) });
  await recordAct(w, by, {
    verb: "second-factor.reset",
    thing: personId,
    detail: passkeys.length === 0 ? {} : { passkeys: passkeys.map(({ name }) => name) },
  });
  notePerson(w, personId);
  accessChanged(w, personId);
}
