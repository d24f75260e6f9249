import type { EmailJunkVerdict } from "@atrium/contract/types/email";
import { z } from "zod";
import { sql } from "kysely";
import type { Engine } from "../../../engine/index.ts";
import type { JobRequest } from "../../../platform/jobs/index.ts";
import { ORGANISATION } from "../../accounts/index.ts";
import { deliver } from "../../mail/index.ts";
import "../tables.ts";

interface Release {
  readonly id: string;
}

/** The job that `releaseMail` is. */
export const RELEASE_MAIL = {
  name: "quarantine.release",
  retry: 10,
  payload: z.object({ id: z.string() }),
} satisfies JobRequest<Release>;

/**
 * Delivers a mail that was held back to those of its recipients who are still there, into their inboxes and past all rules,
 * with what was found in it as its verdict. Done again, it is not delivered twice.
 */
export async function releaseMail(engine: Engine, { id }: Release): Promise<void> {
  const held = await engine.db
    .selectFrom("quarantined_mail")
    .select(["account_ids", "blob_hash", "size", "threat", "received_at"])
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", id)
    .where("is_released", "=", true)
    .executeTakeFirst();
  if (held === undefined) return;
  const there = await engine.db
    .selectFrom("account")
    .select("account_id")
    .where("account_id", "=", sql<string>`any(${held.account_ids})`)
    .execute();
  const junk: EmailJunkVerdict = {
    isJunk: false,
    probability: 0.5,
    by: "atrium",
    reasons: [{ kind: "virus", detail: held.threat }],
  };
  const isHere = await engine.services.blobs.has(held.blob_hash);
  if (!isHere) engine.services.log.error({ id }, "the bytes of a released message are gone");
  if (there.length > 0 && isHere)
    await deliver(engine, {
      hash: held.blob_hash,
      size: held.size,
      transactionId: `quarantine ${id}`,
      receivedAt: held.received_at,
      recipients: there.map(({ account_id: accountId }) => ({ accountId, junk })),
    });
  await engine.db
    .updateTable("quarantined_mail")
    .set({ delivered_at: engine.services.clock.now() })
    .where("account_id", "=", ORGANISATION)
    .where("id", "=", id)
    .execute();
}
