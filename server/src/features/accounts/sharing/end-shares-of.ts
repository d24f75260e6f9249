import { sql, type RawBuilder } from "kysely";
import type { UnitOfWork } from "../../../engine/index.ts";
import { enqueue } from "../../../platform/jobs/index.ts";
import type { Owner } from "../organisation/note.ts";
import { noteAccess, noteSharesIn } from "./shares.store.ts";

/** The job that ends shares whose time is over, in the account of each. */
export const END_SHARES = { name: "shares.end", retry: 10 };

/**
 * Ends all that a person shares, and all that others share with that person alone: from the commit on nobody reaches it.
 * Their accounts are not locked here, and there may be many of them, so a job does the rest there.
 */
export async function endSharesOf(w: UnitOfWork, { personId, accountId }: Owner): Promise<void> {
  await noteSharesIn(w, accountId);
  noteAccess(w, [personId]);
  await endThose(w, sql`account_id = ${accountId} or principal_id = ${personId}`);
}

/** Ends all that is shared in an account, such as a shared one that is removed; the rest is done by the same job. */
export async function endSharesIn(w: UnitOfWork, accountId: string): Promise<void> {
  await noteSharesIn(w, accountId);
  await endThose(w, sql`account_id = ${accountId}`);
}

async function endThose(w: UnitOfWork, which: RawBuilder<unknown>): Promise<void> {
  // By the database's own clock, which decides whether they still hold.
  await sql`
    update share_grant set until = least(until, now(), ${w.now}::timestamptz) where ${which}`.execute(
    w.tx,
  );
  await sql`delete from share_suspended where ${which}`.execute(w.tx);
  await enqueue(w.tx, END_SHARES);
}
