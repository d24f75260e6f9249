import { Refusal, type Engine } from "../../../engine/index.ts";
import {
  deleteNotices,
  readAdministrators,
  readNotices,
  type Notice,
} from "../../accounts/index.ts";
import { deliver } from "../delivery/deliver.ts";
import { NOTICES_AT_ONCE } from "../limits.ts";
import { noticeToAdministrator, noticeToOwner, type OwnEvent } from "./compose-notice.ts";

/**
 * Puts what people are to be told into their inboxes: whatever room is left there, and past all rules. What is left when it
 * ends early, the next run tells; nobody gets a message twice. Returns how many changes were reported.
 */
export async function tellPeople(engine: Engine, signal?: AbortSignal): Promise<number> {
  for (let told = 0; ;) {
    const notices = await readNotices(engine.db, NOTICES_AT_ONCE);
    if (notices.length === 0) return told;
    for (const together of atOnce(notices)) {
      if (signal?.aborted === true) return told;
      await tell(engine, together);
      await deleteNotices(
        engine.db,
        together.map(({ id }) => id),
      );
      told += together.length;
    }
  }
}

/** What one person did in one moment, of which administrators need one message alone. */
function atOnce(notices: readonly Notice[]): Iterable<readonly [Notice, ...Notice[]]> {
  return Map.groupBy(
    notices,
    ({ at, by }) => `${at.getTime()} ${by?.accountId ?? ""}`,
  ).values() as Iterable<[Notice, ...Notice[]]>;
}

async function tell(engine: Engine, notices: readonly [Notice, ...Notice[]]): Promise<void> {
  for (const notice of notices)
    if (isOwn(notice)) await send(engine, notice.person.accountId, notice, noticeToOwner(notice));
  const ofRoles = notices.filter(({ event }) => event === "roles" || event === "created");
  if (ofRoles.length === 0) return;
  for (const reader of await readAdministrators(engine.db)) {
    // Administrators already got a notice of their own roles.
    const ofOthers = ofRoles.filter(({ person }) => person.accountId !== reader.accountId);
    const [first] = ofOthers;
    if (first === undefined) continue;
    await send(engine, reader.accountId, first, noticeToAdministrator(reader, ofOthers));
  }
}

const isOwn = (notice: Notice): notice is Notice & { readonly event: OwnEvent } =>
  notice.event !== "created";

async function send(
  engine: Engine,
  accountId: string,
  { id, at }: Notice,
  bytes: Buffer,
): Promise<void> {
  const { hash } = await engine.services.blobs.put(bytes);
  try {
    await deliver(engine, {
      hash,
      size: bytes.length,
      transactionId: `notice ${id}`,
      receivedAt: at,
      recipients: [{ accountId }],
    });
  } catch (error) {
    // Deleted for good meanwhile.
    if (!(error instanceof Refusal && error.code === "accountNotFound")) throw error;
  }
}
