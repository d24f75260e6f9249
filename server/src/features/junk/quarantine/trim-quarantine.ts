import { QuarantinedMail } from "@atrium/contract/types/quarantined-mail";
import type { Engine } from "../../../engine/index.ts";
import { ORGANISATION } from "../../accounts/index.ts";
import { enqueue } from "../../../platform/jobs/index.ts";
import { RELEASE_MAIL } from "./release-mail.ts";
import { QUARANTINED_FOR } from "../limits.ts";
import "../tables.ts";

/** Asks once more for what was released and has not arrived, which was given up while something was away. */
async function askForReleases({ db }: Engine): Promise<void> {
  const waiting = await db
    .selectFrom("quarantined_mail")
    .select("id")
    .where("account_id", "=", ORGANISATION)
    .where("is_released", "=", true)
    .where("delivered_at", "is", null)
    .execute();
  for (const { id } of waiting) await enqueue(db, RELEASE_MAIL, { id });
}

/** Deletes what was held back for as long as it may be; to be called once a day. Answers how many. */
export async function trimQuarantine(engine: Engine): Promise<number> {
  await askForReleases(engine);
  const before = new Date(engine.services.clock.now().getTime() - QUARANTINED_FOR);
  const due = await engine.db
    .selectFrom("quarantined_mail")
    .select("id")
    .where("received_at", "<", before)
    .limit(1)
    .execute();
  if (due.length === 0) return 0;
  return await engine.write([ORGANISATION], async (w) => {
    const gone = await w.tx
      .deleteFrom("quarantined_mail")
      .where("account_id", "=", ORGANISATION)
      .where("received_at", "<", before)
      // What was released and has not reached its recipients yet, is still on its way.
      .where((held) =>
        held.or([held("is_released", "=", false), held("delivered_at", "is not", null)]),
      )
      .returning("id")
      .execute();
    for (const { id } of gone) w.changed(ORGANISATION, QuarantinedMail.name, id, "destroyed");
    await w.tx.deleteFrom("quarantine_notice").where("told_at", "<", before).execute();
    return gone.length;
  });
}
