import { z } from "zod";
import type { Engine, UnitOfWork } from "../../../engine/index.ts";
import type { JobRequest } from "../../../platform/jobs/index.ts";
import { hashOf, plainWord, randomWord } from "../credentials/secrets.ts";
import { readIdentity, type Identity } from "../identity/identity.store.ts";
import { LIMITS } from "../limits.ts";
import { notify } from "../notices/notices.ts";
import { writeInvitation } from "../persons/invitations.store.ts";
import { hasPassword } from "../persons/persons.store.ts";
import { hashToken, newToken } from "../sessions/sessions.ts";
import { isAddressElsewhere } from "./address-elsewhere.ts";
import {
  readRecoveryAddress,
  writeRecoveryAddress,
  type RecoveryRow,
} from "../persons/recovery-address.store.ts";
import { oneMore, waitForMail } from "./sent-mails.ts";

/** What goes to an address elsewhere: the link, a code to confirm it, or the word that it is not used any more. */
export interface RecoveryMail {
  readonly what: "link" | "code" | "former";
  /** Nobody's, where nobody has the address that a link was asked for with. */
  readonly personId: string;
}

/** The job that writes it, for whoever asks. It makes codes and links itself, so that they stand in no queue but the mail's. */
export const RECOVERY_MAIL = {
  name: "recovery.mail",
  retry: 10,
  payload: z.object({ what: z.enum(["link", "code", "former"]), personId: z.string() }),
} satisfies JobRequest<RecoveryMail>;

export const newRecoveryToken = newToken;
/** 40 bits, of which few can be tried. */
export const newRecoveryCode = (): string => randomWord(8);

/** Whom a message is about, and where it goes. `null`: there is nothing to write, or nobody to write to any more. */
export async function readRecovery(
  { db, services: { clock } }: Pick<Engine, "db" | "services">,
  { what, personId }: RecoveryMail,
): Promise<{ readonly identity: Identity; readonly to: string } | null> {
  const row = await readRecoveryAddress(db, personId);
  const identity = row && (await readIdentity(db, personId));
  if (row === null || identity === null) return null;
  const to = addressFor(what, row, clock.now());
  if (to === null) return null;
  if (what === "link") {
    if (!(await hasPassword(db, personId))) return null;
    // It may have become an address of theirs since it was confirmed.
    if (!(await isAddressElsewhere(db, identity.accountId, to))) return null;
  }
  return { identity, to };
}

function addressFor(what: RecoveryMail["what"], row: RecoveryRow, now: Date): string | null {
  if (what === "former") return row.former;
  if (waitForMail(row, now) > 0) return null;
  if (what === "link") return row.address;
  // One that has its code was written to already.
  return row.codeHash === null ? row.pending : null;
}

/** Notes that the link goes to `to` in this unit, and tells the owner. False: not any more. */
export async function giveLink(
  w: UnitOfWork,
  { personId }: Pick<Identity, "personId">,
  { to, token }: { readonly to: string; readonly token: string },
): Promise<boolean> {
  const row = await readRecoveryAddress(w.tx, personId);
  if (row === null || addressFor("link", row, w.now) !== to) return false;
  await writeInvitation(w.tx, {
    personId,
    kind: "recovery",
    tokenHash: hashToken(token),
    expiresAt: new Date(w.now.getTime() + LIMITS.recoveryKept),
  });
  await writeRecoveryAddress(w.tx, personId, { ...row, ...oneMore(row, w.now) });
  await notify(w, "system", { personId, event: "recovery-sent" });
  return true;
}

/** The same of a code. */
export async function giveCode(
  w: UnitOfWork,
  { personId }: Pick<Identity, "personId">,
  { to, code }: { readonly to: string; readonly code: string },
): Promise<boolean> {
  const row = await readRecoveryAddress(w.tx, personId);
  if (row === null || addressFor("code", row, w.now) !== to) return false;
  await writeRecoveryAddress(w.tx, personId, {
    ...row,
    ...oneMore(row, w.now),
    codeHash: hashOf(plainWord(code)),
    codeExpiresAt: new Date(w.now.getTime() + LIMITS.recoveryCodeKept),
  });
  return true;
}

/** Notes that the address before was written to. False: it was already. */
export async function forgetFormer(
  w: UnitOfWork,
  { personId }: Pick<Identity, "personId">,
  { to }: { readonly to: string },
): Promise<boolean> {
  const row = await readRecoveryAddress(w.tx, personId);
  if (row?.former !== to) return false;
  await writeRecoveryAddress(w.tx, personId, { ...row, former: null });
  return true;
}
