import type { EmailRecord } from "@atrium/contract/types/email";
import type { May } from "./may.ts";
import { into, keyword, type Changes } from "./patches.ts";

/** What people say of a message. What learns from reports learns from the keywords that these leave. */
export type ReportKind = "junk" | "phishing" | "notJunk";

const MARKS = {
  junk: [...keyword("$junk", true), ...keyword("$notjunk", false)],
  phishing: [
    ...keyword("$junk", true),
    ...keyword("$phishing", true),
    ...keyword("$notjunk", false),
  ],
  notJunk: [
    ...keyword("$junk", false),
    ...keyword("$phishing", false),
    ...keyword("$notjunk", true),
  ],
} as const satisfies Record<ReportKind, Changes>;

/**
 * What a report makes of messages. Junk and phishing go to Junk. What is no junk goes from there to the inbox, and stays
 * where it lies elsewhere.
 * @returns `undefined` where the account lacks the folder that it leads to.
 */
export function reported(
  kind: ReportKind,
  { junk, inbox }: { readonly junk: string | undefined; readonly inbox: string | undefined },
): Changes | undefined {
  if (kind !== "notJunk") return junk === undefined ? undefined : [...into(junk), ...MARKS[kind]];
  if (inbox === undefined) return undefined;
  const back: Changes = junk === undefined ? [] : [{ do: "move", from: junk, to: inbox }];
  return [...back, ...MARKS[kind]];
}

type Reported = Pick<EmailRecord, "mailboxIds" | "keywords">;

const isIn = ({ mailboxIds }: Pick<EmailRecord, "mailboxIds">, folder: string | undefined) =>
  folder !== undefined && mailboxIds[folder] === true;

const isPhishing = ({ keywords }: Reported): boolean => keywords["$phishing"] === true;

/** The reports that make sense of some messages, the likeliest first. */
export function reportsOn(
  emails: readonly Reported[],
  /** The id of Junk. */
  junk: string | undefined,
  may: Pick<May, "junk" | "notJunk">,
): readonly ReportKind[] {
  const isJunk = emails.every((email) => isIn(email, junk));
  const isSaid = emails.some(
    (email) => isIn(email, junk) || isPhishing(email) || email.keywords["$junk"] === true,
  );
  return choose(may, { isJunk, isSaid, isPhishing: emails.every(isPhishing) });
}

/** The same of messages that are not known, by where they are listed. `isOfFolder`: not found by a search or the like. */
export function reportsInList(
  isInJunk: boolean,
  isOfFolder: boolean,
  may: Pick<May, "junk" | "notJunk">,
): readonly ReportKind[] {
  return choose(may, { isJunk: isInJunk, isSaid: isInJunk || !isOfFolder, isPhishing: false });
}

function choose(
  may: Pick<May, "junk" | "notJunk">,
  /** All of them lie in Junk; some do or are marked; all are marked as phishing. */
  is: { readonly isJunk: boolean; readonly isSaid: boolean; readonly isPhishing: boolean },
): readonly ReportKind[] {
  const wanted: readonly ReportKind[] = is.isSaid && may.notJunk ? ["notJunk"] : [];
  const unwanted: readonly ReportKind[] = may.junk
    ? [...(is.isJunk ? [] : ["junk" as const]), ...(is.isPhishing ? [] : ["phishing" as const])]
    : [];
  return is.isJunk ? [...wanted, ...unwanted] : [...unwanted, ...wanted];
}
