import { Refusal, type Engine } from "../../../engine/index.ts";
import { sql } from "kysely";
import { UPLOAD_KEPT } from "../limits.ts";
import { OCTETS_KEPT } from "./parts.ts";

/** Destroys uploads that nothing has changed for too long. Answers how many. */
export async function trimUploads(engine: Engine): Promise<number> {
  const { db, services } = engine;
  const before = new Date(services.clock.now().getTime() - UPLOAD_KEPT);
  const { rows: accounts } = await sql<{ id: string }>`
    select distinct account_id as id from file_upload where changed <= ${before} order by 1`.execute(
    db,
  );
  let done = 0;
  for (const { id: accountId } of accounts)
    try {
      done += await engine.write([accountId], async (w) => {
        const { rows } = await sql<{ id: string; octets: number }>`
          delete from file_upload u where account_id = ${accountId} and changed <= ${before}
          returning id, ${OCTETS_KEPT} as octets`.execute(w.tx);
        for (const { id } of rows) w.changed(accountId, "FileUpload", id, "destroyed");
        w.used(accountId, { octets: -rows.reduce((sum, { octets }) => sum + octets, 0) });
        return rows.length;
      });
    } catch (error) {
      // The account has gone since.
      if (!(error instanceof Refusal && error.code === "accountNotFound")) throw error;
    }
  return done;
}
