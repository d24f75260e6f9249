import { sql } from "kysely";
import { Thread } from "@atrium/contract/types/thread";
import { serve, type Served } from "../../../engine/index.ts";
import { toMail } from "../access.ts";
import { threadsByBlobs } from "../by-blobs.ts";

/** RFC 8621 §3: a thread is there as long as a message is; clients cannot change one. */
export const thread: Served = serve(Thread, {
  access: toMail,
  store: {
    findByBlobs: threadsByBlobs,
    async get(call, ids, _properties, limit) {
      let query = call.db
        .selectFrom("email")
        .select([
          "thread_id as id",
          // RFC 8621 §3: oldest first.
          sql<string[]>`array_agg(id order by received_at, id)`.as("emailIds"),
        ])
        .where("account_id", "=", call.accountId)
        .groupBy("thread_id");
      query =
        ids === null ? query.limit(limit) : query.where("thread_id", "=", sql<string>`any(${ids})`);
      return await query.execute();
    },
  },
});
