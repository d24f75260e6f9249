import type { Selectable } from "kysely";
import {
  VACATION_RESPONSE_ID,
  VacationResponse,
  type VacationResponseRecord,
} from "@atrium/contract/types/vacation-response";
import { utcDate } from "@atrium/contract/types/utc-date";
import { serve, type Served, type Store } from "../../../engine/index.ts";
import { toMail } from "../../mail/index.ts";
import type { VacationResponseTable } from "./tables.ts";
import "./tables.ts";

/** In characters. */
const MAX_BODY = 100_000;

const utc = (date: Date | null): string | null => (date === null ? null : utcDate(date));
const time = (date: string | null): Date | null => (date === null ? null : new Date(date));

/** What an account has that has never set anything. */
const NOTHING: VacationResponseRecord = {
  id: VACATION_RESPONSE_ID,
  isEnabled: false,
  fromDate: null,
  toDate: null,
  subject: null,
  textBody: null,
  htmlBody: null,
};

function recordOf(row: Selectable<VacationResponseTable>): VacationResponseRecord {
  return {
    id: VACATION_RESPONSE_ID,
    isEnabled: row.is_enabled,
    fromDate: utc(row.from_date),
    toDate: utc(row.to_date),
    subject: row.subject,
    textBody: row.text_body,
    htmlBody: row.html_body,
  };
}

const store: Store<typeof VacationResponse> = {
  async get({ db, accountId }, ids) {
    if (ids !== null && !ids.includes(VACATION_RESPONSE_ID)) return [];
    const row = await db
      .selectFrom("vacation_response")
      .selectAll()
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    return [row === undefined ? NOTHING : recordOf(row)];
  },

  async update({ w, accountId }, updates) {
    for (const { after } of updates) {
      const values = {
        is_enabled: after.isEnabled,
        from_date: time(after.fromDate),
        to_date: time(after.toDate),
        subject: after.subject,
        text_body: after.textBody,
        html_body: after.htmlBody,
      };
      await w.tx
        .insertInto("vacation_response")
        .values({ account_id: accountId, ...values })
        .onConflict((conflict) => conflict.column("account_id").doUpdateSet(values))
        .execute();
      // What is said now has been said to nobody.
      await w.tx.deleteFrom("vacation_answer").where("account_id", "=", accountId).execute();
    }
  },
};

/** RFC 8621 §8: one record in each account, always there. */
export const vacationResponse: Served = serve(VacationResponse, {
  access: toMail,
  store,
  limits: {
    subject: { isLine: true, maxLength: 500 },
    textBody: { maxLength: MAX_BODY },
    htmlBody: { maxLength: MAX_BODY },
  },
  singleton: true,
});
