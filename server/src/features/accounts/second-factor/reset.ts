import { Passkey } from "@atrium/contract/types/passkey";
import { refuse, type UnitOfWork } from "../../../engine/index.ts";
import { accessChanged } from "../access/access.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { deletePasskeys } from "../passkeys/passkeys.store.ts";
import { notify } from "../notices/notices.ts";
import { notePerson, noteWaysIn, type Owner } from "../organisation/note.ts";
import type { ActorOrSystem } from "../policy.ts";
import { endSessions } from "../sessions/end-sessions.ts";
import { deleteSecondFactor } from "./second-factor.store.ts";

/**
 * For a user who has lost the app and the recovery codes, or a device with a passkey: takes all of them away, and
 * ends the sessions that passkeys began. The unit has locked the organisation and the person's account.
 * @throws Refusal `notFound` when there is none.
 */
export async function resetSecondFactor(
  w: UnitOfWork,
  by: ActorOrSystem,
  whose: Owner,
): Promise<void> {
  const { personId } = whose;
  const wasOn = await deleteSecondFactor(w.tx, personId);
  const passkeys = await deletePasskeys(w.tx, personId);
  if (!wasOn && passkeys.length === 0) refuse("notFound", "there is no second factor");
  if (passkeys.length > 0) await endSessions(w, whose, { passkeys: passkeys.map(({ id }) => id) });
  noteWaysIn(
    w,
    whose,
    Passkey,
    passkeys.map(({ id }) => id),
    "destroyed",
  );
  await recordAct(w, by, {
    verb: "second-factor.reset",
    thing: personId,
    detail: passkeys.length === 0 ? {} : { passkeys: passkeys.map(({ name }) => name) },
  });
  await notify(w, by, { personId, event: "second-factor" });
  notePerson(w, personId);
  accessChanged(w, personId);
}
