import type { EmailRecord, EmailSnoozed } from "@atrium/contract/types/email";
import { utcDate } from "@atrium/contract/types/utc-date";
import { refuseProperty, type Call } from "../../../engine/index.ts";
import { knownMailboxes } from "./known-mailboxes.ts";

type Placed = Pick<EmailRecord, "mailboxIds" | "snoozed">;

const wrong = (detail: string): never => refuseProperty("snoozed", detail);

/**
 * What an update makes of `snoozed`: as it was asked for when the message lies in the mailbox for it, and nothing when
 * an update takes it from there.
 * @throws Refusal `invalidProperties`
 */
export async function snoozedAfter(
  after: Placed,
  call: Pick<Call, "db" | "accountId">,
  changed: readonly string[],
): Promise<EmailSnoozed | null> {
  if (after.snoozed === null) return null;
  const isAsked = changed.includes("snoozed");
  const { ids, snoozed: place } = await knownMailboxes(call);
  if (place === undefined || after.mailboxIds[place] === undefined)
    return isAsked ? wrong("only mail in the mailbox of the role snoozed is snoozed") : null;
  return isAsked ? checkSnoozed(after.snoozed, place, ids) : after.snoozed;
}

/** The description says no more than that it is an object. */
function checkSnoozed(
  given: EmailSnoozed,
  place: string,
  mailboxIds: ReadonlySet<string>,
): EmailSnoozed {
  const { until, moveToMailboxId = null, ...rest } = given as Partial<EmailSnoozed>;
  if (Object.keys(rest).length > 0) wrong(`nothing is called "${Object.keys(rest)[0]}"`);
  const time = typeof until === "string" && until.endsWith("Z") ? new Date(until) : new Date(NaN);
  // PostgreSQL knows no year 0, and RFC 3339 none after 9999.
  const year = time.getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) wrong("until is no UTCDate");
  if (moveToMailboxId === place) wrong("it would never come back");
  if (moveToMailboxId !== null && !mailboxIds.has(moveToMailboxId))
    wrong("there is no such mailbox");
  return { until: utcDate(wholeSecond(time)), moveToMailboxId };
}

const wholeSecond = (time: Date): Date => new Date(Math.floor(time.getTime() / 1000) * 1000);
