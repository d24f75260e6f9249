import type { EmailRecord } from "@atrium/contract/types/email";

type Emails = readonly Pick<EmailRecord, "keywords" | "snoozed">[];

const has =
  (keyword: string) =>
  (emails: Emails): boolean =>
    emails.some(({ keywords }) => keywords[keyword] === true);

export const isPinned = has("$pinned");
export const isMuted = has("$muted");
/** Whether it came back from being snoozed and has not been looked at since. */
export const isBack = has("$unsnoozed");

/** Whether nobody has answered it by the time that its sender chose. */
export const isUnanswered = has("$followup");

/** The next hour at which some of it comes back, a UTCDate. */
export function snoozedUntil(emails: Emails): string | undefined {
  return emails.flatMap(({ snoozed }) => snoozed?.until ?? []).toSorted()[0];
}

/** Whether the newest message that somebody else wrote was answered. */
export function isAnswered(emails: readonly EmailRecord[], own: string): boolean {
  const asked = emails.findLast(
    ({ from, keywords }) =>
      keywords["$draft"] !== true &&
      !from?.some(({ email }) => email.toLowerCase() === own.toLowerCase()),
  );
  return asked?.keywords["$answered"] === true;
}

export const isForwarded = has("$forwarded");
