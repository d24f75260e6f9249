import { refuse, type UnitOfWork } from "../../../engine/index.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { LIMITS } from "../limits.ts";
import { notify } from "../notices/notices.ts";
import { notePerson } from "../organisation/note.ts";
import { hasPassword, type Person } from "../persons/persons.store.ts";
import type { ActorOrSystem } from "../policy.ts";
import { hashToken, newToken } from "../sessions/sessions.ts";
import { writeInvitation } from "../persons/invitations.store.ts";

export interface Invited {
  /** Kept nowhere: it is shown once. */
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Makes the link with which a person sets a password, and tells who has one already.
 * @throws Refusal `forbidden` for someone disabled, and for oneself: whoever knows the own password changes it.
 */
export async function invite(w: UnitOfWork, by: ActorOrSystem, person: Person): Promise<Invited> {
  const { id, disabled, passkeys } = person;
  if (disabled) refuse("forbidden", "the user is disabled");
  if (by !== "system" && by.personId === id) refuse("forbidden", "you cannot invite yourself");
  const token = newToken();
  const expiresAt = new Date(w.now.getTime() + LIMITS.invitationKept);
  await writeInvitation(w.tx, {
    personId: id,
    kind: "invitation",
    tokenHash: hashToken(token),
    expiresAt,
  });
  await recordAct(w, by, { verb: "person.invite", thing: id });
  if (passkeys > 0 || (await hasPassword(w.tx, id)))
    await notify(w, by, { personId: id, event: "invited" });
  notePerson(w, id);
  return { token, expiresAt };
}
