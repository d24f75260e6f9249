import type { ConditionOf, Filter } from "@atrium/contract/types/define";
import { QuarantinedMail } from "@atrium/contract/types/quarantined-mail";
import { sql } from "kysely";
import {
  holdsWord,
  refuse,
  refuseProperty,
  serve,
  tableStore,
  whereOf,
  type Served,
} from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { enqueue } from "../../../platform/jobs/index.ts";
import { may, ORGANISATION, recordAct } from "../../accounts/index.ts";
import { MAX_QUARANTINED, RECIPIENTS_SHOWN } from "../limits.ts";
import { RELEASE_MAIL } from "./release-mail.ts";
import "../tables.ts";

const store = tableStore(QuarantinedMail, {
  table: "quarantined_mail",
  idPrefix: "z",
  columns: { from: "sender" },
  computed: {
    recipients: (row) => (row["recipients"] as string[]).slice(0, RECIPIENTS_SHOWN),
  },
});

/** The mail that was held back, for administrators: what it says is nobody's business here. */
export const quarantinedMail: Served = serve(QuarantinedMail, {
  access: (actor, verb, accountId) =>
    accountId === ORGANISATION &&
    may(actor, verb === "read" ? "read" : "change", { type: "quarantine" }),
  without: ["copy"],
  store: {
    get: (call, ids, properties, limit) => store.get(call, ids, properties, limit),
    list: ({ db }, filter, sort) => search(db, filter, sort[0]?.isAscending ?? true),
    async update(call, updates) {
      const { w, actor } = call;
      await store.update!(call, updates);
      for (const { id, after, changed } of updates) {
        if (!changed.includes("isReleased")) continue;
        await enqueue(w.tx, RELEASE_MAIL, { id });
        const { threat, mailFrom } = after;
        await recordAct(w, actor, {
          verb: "quarantine.release",
          thing: id,
          detail: { threat, mailFrom },
        });
      }
    },
    async destroy(call, ids) {
      await store.destroy!(call, ids);
      for (const id of ids)
        await recordAct(call.w, call.actor, { verb: "quarantine.destroy", thing: id });
    },
  },
  rules: {
    update(after, before) {
      if (before.isReleased && !after.isReleased)
        refuseProperty("isReleased", "what was delivered cannot be taken back");
    },
    async destroy({ id, isReleased }, { w }) {
      if (isReleased && (await isUnderWay(w.tx, id))) refuse("forbidden", "it is being delivered");
    },
  },
});

/** Whether what was released has not reached its recipients yet. */
async function isUnderWay(db: Db | Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from quarantined_mail
    where account_id = ${ORGANISATION} and id = ${id} and delivered_at is null`.execute(db);
  return rows.length > 0;
}

/** The ids of what matches. */
async function search(
  db: Db | Tx,
  filter: Filter<ConditionOf<typeof QuarantinedMail>> | null,
  isAscending: boolean,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from quarantined_mail
    where account_id = ${ORGANISATION} and ${whereOf(filter, ({ text }) =>
      text === undefined
        ? []
        : [
            holdsWord(
              sql`concat_ws(' ', mail_from, sender, subject, threat, array_to_string(recipients, ' '))`,
              text,
            ),
          ],
    )}
    order by received_at ${sql.raw(isAscending ? "asc" : "desc")}, id
    limit ${MAX_QUARANTINED}`.execute(db);
  return rows.map(({ id }) => id);
}
