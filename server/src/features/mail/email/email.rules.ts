import type { Email } from "@atrium/contract/types/email";
import { refuse, refuseProperty, type Call, type Rules } from "../../../engine/index.ts";
import { MAX_KEYWORDS_PER_EMAIL, MAX_MAILBOXES_PER_EMAIL } from "../limits.ts";
import { knownMailboxes } from "./known-mailboxes.ts";
import { snoozedAfter } from "./snoozed.rules.ts";
import { toSet } from "./row.ts";
import { MAIL_REFUSALS } from "../refusals.ts";

// RFC 8621 §4.1.1: printable ASCII without ( ) { ] % * " \
const KEYWORD = /^[!#$&'+,./0-9:;<=>?@A-Z[^_`a-z|}~-]{1,255}$/;

/** Keywords are compared without case and kept in lower case (RFC 8621 §4.1.1). */
export function checkKeywords(keywords: readonly string[]): string[] {
  const lower = new Set<string>();
  for (const keyword of keywords) {
    if (!KEYWORD.test(keyword)) refuseProperty("keywords", `"${keyword}" is no keyword`);
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
    return { ...record, keywords: toSet(checkKeywords(Object.keys(record.keywords ?? {}))) };
  },

  async update(after, _before, call, changed) {
    if (changed.includes("mailboxIds")) await checkMailboxIds(call, Object.keys(after.mailboxIds));
    const keywords = changed.includes("keywords")
      ? toSet(checkKeywords(Object.keys(after.keywords)))
      : after.keywords;
    return { ...after, keywords, snoozed: await snoozedAfter(after, call, changed) };
  },
};
