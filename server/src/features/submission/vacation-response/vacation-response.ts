import type { Selectable } from "kysely";
import {
  VACATION_RESPONSE_ID,
  VacationResponse,
  type VacationResponseRecord,
} from "@atrium/contract/types/vacation-response";
import { utcDate } from "@atrium/contract/types/utc-date";
import { refuse, serve, type Rules, type Served, type Store } from "../../../engine/index.ts";
import { holdsMail } from "../../mail/index.ts";
import type { VacationResponseTable } from "./tables.ts";
import "./tables.ts";

/** In characters. */
const MAX_SUBJECT = 500;
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

const isText = (text: string | null, max: number): boolean =>
  text === null || (text.length <= max && !text.includes("\0") && text.isWellFormed());

const rules: Rules<typeof VacationResponse> = {
  update(after) {
    const { subject, textBody, htmlBody } = after;
    const properties = [
      ...(isText(subject, MAX_SUBJECT) && !/\p{Cc}/u.test(subject ?? "") ? [] : ["subject"]),
      ...(isText(textBody, MAX_BODY) ? [] : ["textBody"]),
      ...(isText(htmlBody, MAX_BODY) ? [] : ["htmlBody"]),
    ];
    if (properties.length > 0) refuse("invalidProperties", undefined, { properties });
  },
};

/** RFC 8621 §8: one record in each account, always there. */
export const vacationResponse: Served = serve(VacationResponse, {
  access: (actor, _verb, accountId) => holdsMail(actor, accountId),
  store,
  rules,
  singleton: true,
});
