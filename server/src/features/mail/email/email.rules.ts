import type { Email } from "@atrium/contract/types/email";
import { utcDate } from "@atrium/contract/types/utc-date";
import { refuse, refuseProperty, type Call, type Rules } from "../../../engine/index.ts";
import { MAX_KEYWORDS_PER_EMAIL, MAX_MAILBOXES_PER_EMAIL } from "../limits.ts";
import { knownMailboxes } from "./known-mailboxes.ts";
import { snoozedAfter } from "./snoozed.rules.ts";
import { toSet } from "./row.ts";
import { MAIL_REFUSALS } from "../refusals.ts";

// RFC 8621 §4.1.1: printable ASCII without ( ) { ] % * " \
const KEYWORD = /^[!#$&'+,./0-9:;<=>?@A-Z[^_`a-z|}~-]{1,255}$/;

export const isKeyword = (text: string): boolean => KEYWORD.test(text);

/** Keywords are compared without case and kept in lower case (RFC 8621 §4.1.1). */
export function checkKeywords(keywords: readonly string[]): string[] {
  const lower = new Set<string>();
  for (const keyword of keywords) {
    if (!isKeyword(keyword)) refuseProperty("keywords", `"${keyword}" is no keyword`);
    lower.add(keyword.toLowerCase());
  }
  if (lower.size > MAX_KEYWORDS_PER_EMAIL) refuse(MAIL_REFUSALS.tooManyKeywords);
  return [...lower].sort();
}

/** @throws Refusal when there are none, too many, or one that is not in the account. */
export async function checkMailboxIds(
  call: Pick<Call, "db" | "accountId">,
  mailboxIds: readonly string[],
): Promise<void> {
  if (mailboxIds.length === 0) refuseProperty("mailboxIds", "an email is in at least one mailbox");
  if (mailboxIds.length > MAX_MAILBOXES_PER_EMAIL) refuse(MAIL_REFUSALS.tooManyMailboxes);
  const { ids } = await knownMailboxes(call);
  const unknown = mailboxIds.find((id) => !ids.has(id));
  if (unknown !== undefined) refuseProperty("mailboxIds", `there is no mailbox "${unknown}"`);
}

/** To the second, as clients see it. @throws Refusal `invalidProperties` */
function checkFollowUpAt(given: string | null | undefined): string | null {
  if (given == null) return null;
  const time = Math.floor(new Date(given).getTime() / 1000) * 1000;
  // PostgreSQL knows no year 0, and RFC 3339 none after 9999.
  const year = new Date(time).getUTCFullYear();
  if (!(year >= 1 && year <= 9999)) refuseProperty("followUpAt", "no such time");
  return utcDate(new Date(time));
}

/** PostgreSQL knows no year 0. */
export function checkReceivedAt(receivedAt: string | undefined): void {
  if (receivedAt !== undefined && !(new Date(receivedAt).getUTCFullYear() >= 1))
    refuseProperty("receivedAt", "no such time");
}

export const emailRules: Rules<typeof Email> = {
  async create(record, call) {
    if ((record.snoozed ?? null) !== null)
      refuseProperty("snoozed", "mail is snoozed once it is there");
    await checkMailboxIds(call, Object.keys(record.mailboxIds));
    return {
      ...record,
      keywords: toSet(checkKeywords(Object.keys(record.keywords ?? {}))),
      followUpAt: checkFollowUpAt(record.followUpAt),
    };
  },

  async update(after, _before, call, changed) {
    if (changed.includes("mailboxIds")) await checkMailboxIds(call, Object.keys(after.mailboxIds));
    const keywords = changed.includes("keywords")
      ? toSet(checkKeywords(Object.keys(after.keywords)))
      : after.keywords;
    const followUpAt = changed.includes("followUpAt")
      ? checkFollowUpAt(after.followUpAt)
      : after.followUpAt;
    return { ...after, keywords, followUpAt, snoozed: await snoozedAfter(after, call, changed) };
  },
};
