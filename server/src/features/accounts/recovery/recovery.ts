import { timingSafeEqual } from "node:crypto";
import type { RecoveryAddress } from "@atrium/contract/api/security";
import { refuse, type Actor, type Engine, type UnitOfWork } from "../../../engine/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { enqueue } from "../../../platform/jobs/index.ts";
import { parseAddress } from "../addresses/address.ts";
import { ownerOf } from "../addresses/addresses.store.ts";
import { hashOf, plainWord } from "../credentials/secrets.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import type { Client } from "../sessions/sessions.ts";
import type { Limits } from "../limits.ts";
import { notify } from "../notices/notices.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { deleteRecovery } from "../persons/invitations.store.ts";
import { ACCOUNT_REFUSALS } from "../refusals.ts";
import type { Throttle } from "../throttle/throttle.ts";
import { isAddressElsewhere } from "./address-elsewhere.ts";
import {
  deleteEmptyRecoveryAddresses,
  readRecoveryAddress,
  writeRecoveryAddress,
  type RecoveryRow,
} from "../persons/recovery-address.store.ts";
import { RECOVERY_MAIL } from "./recovery-mail.ts";
import { waitForMail } from "./sent-mails.ts";

/** Setting another password in place of a forgotten one, by a link to an address elsewhere. */
export function createRecovery(options: {
  db: Db;
  engine: Engine;
  throttle: Throttle;
  limits: Limits;
}) {
  const { db, engine, throttle, limits } = options;
  const { clock, log } = engine.services;

  /** Changes the person's row under the lock of their account. */
  const change = <T>(
    { accountId, personId }: Actor,
    work: (w: UnitOfWork, row: RecoveryRow) => Promise<T>,
  ): Promise<T> =>
    engine.write([ORGANISATION, accountId], async (w) =>
      work(w, (await readRecoveryAddress(w.tx, personId)) ?? { ...NOTHING, sentSince: w.now }),
    );

  return {
    /**
     * Asks for the link. What follows is a job's work, so that nobody learns by the time whether there is such a person, or
     * where mail to them goes: the same two statements run for every address.
     * @throws Refusal `tooManyRequests`, by what was typed alone.
     */
    async ask(address: string, { ip }: Client): Promise<void> {
      const canonical = parseAddress(address.trim())?.canonical;
      await throttle.attemptRecovery(canonical ?? address.trim().toLowerCase().slice(0, 320), ip);
      const personId = (await ownerOf(db, [canonical ?? ""])) ?? "";
      await enqueue(db, RECOVERY_MAIL, { what: "link", personId });
      log.info({ person: personId === "" ? null : personId, ip }, "recovery link requested");
    },

    async read({ personId }: Actor): Promise<RecoveryAddress> {
      const row = await readRecoveryAddress(db, personId);
      return { address: row?.address ?? null, pending: row?.pending ?? null };
    },

    /**
     * Sends a code to an address that is to be the recovery address; until it was typed, the one before stays.
     * @throws Refusal `invalid` for what is no address, `forbidden` for one whose mail comes to the person here, and
     * `tooManyRequests` with `retryAfter`.
     */
    async request(by: Actor, text: string): Promise<void> {
      const pending = parseAddress(text.trim());
      // Of a local part that wants quotes nobody can say how to write it.
      if (pending === null || !/^[^\s"(),:;<>@[\\\]]+$/u.test(pending.local))
        return refuse("invalid", "no address", { properties: ["address"] });
      if (!(await isAddressElsewhere(db, by.accountId, pending.canonical)))
        refuse("forbidden", "mail to this address goes to the account that it would recover");
      await change(by, async (w, row) => {
        const wait = waitForMail(row, w.now);
        if (wait > 0)
          refuse("tooManyRequests", "too many messages", { retryAfter: Math.ceil(wait / 1000) });
        const { canonical } = pending;
        await writeRecoveryAddress(w.tx, by.personId, { ...row, ...NO_CODE, pending: canonical });
        await enqueue(w.tx, RECOVERY_MAIL, { what: "code", personId: by.personId });
      });
    },

    /**
     * Makes the address that the code was sent to the recovery address. The user and the previous address are notified.
     * @throws Refusal `wrongCode`, also for one that is too old or was tried too often.
     */
    async confirm(by: Actor, code: string): Promise<void> {
      const { personId } = by;
      const given = hashOf(plainWord(code));
      const isRight = await change(by, async (w, row) => {
        const { pending, codeHash, codeExpiresAt, codeFailures } = row;
        if (pending === null || codeHash === null || codeExpiresAt === null) return false;
        if (codeExpiresAt <= w.now || codeFailures >= limits.recoveryCodeFailures) return false;
        if (!timingSafeEqual(codeHash, given)) {
          await writeRecoveryAddress(w.tx, personId, { ...row, codeFailures: codeFailures + 1 });
          return false;
        }
        await replace(w, by, { ...row, ...NO_CODE }, pending);
        await recordAct(w, by, { verb: "recovery-address.set", thing: personId });
        await notify(w, by, { personId, event: "recovery-address" });
        return true;
      });
      if (!isRight) refuse(ACCOUNT_REFUSALS.wrongCode);
    },

    /** Also forgets one that was not confirmed. */
    async remove(by: Actor): Promise<void> {
      const { personId } = by;
      await change(by, async (w, row) => {
        await replace(w, by, { ...row, ...NO_CODE }, null);
        if (row.address === null) return;
        await recordAct(w, by, { verb: "recovery-address.remove", thing: personId });
        await notify(w, by, { personId, event: "recovery-address-removed" });
      });
    },

    sweep: (): Promise<void> =>
      deleteEmptyRecoveryAddresses(
        db,
        new Date(clock.now().getTime() - limits.recoveryMailsWindow),
      ),
  };
}

const NO_CODE = { pending: null, codeHash: null, codeExpiresAt: null, codeFailures: 0 };
const NOTHING = { ...NO_CODE, address: null, former: null, sentCount: 0 };

/** Another address, or none. Links that went to the one before are worth nothing from then on. */
async function replace(
  w: UnitOfWork,
  { personId }: Actor,
  row: RecoveryRow,
  address: string | null,
): Promise<void> {
  const former = row.address === null || row.address === address ? row.former : row.address;
  await writeRecoveryAddress(w.tx, personId, { ...row, address, former });
  await deleteRecovery(w.tx, personId);
  if (former !== null) await enqueue(w.tx, RECOVERY_MAIL, { what: "former", personId });
}
