import type { MailboxRecord } from "@atrium/contract/types/mailbox";
import { formatBytes, formatDate, locale } from "@atrium/i18n";
import { mailboxName } from "../mailboxes/mailbox-look.tsx";
import { conditionOf, type Condition } from "./query/chips.ts";
import { ageOf, namedPeriod } from "./query/dates.ts";
import { foldersNamed } from "./query/filter.ts";
import { octetsOf, type State } from "./query/operators.ts";
import { t } from "./strings/index.ts";

/** What a condition says, in words. */
export function chipWords(chip: string, mailboxes: readonly MailboxRecord[]): string {
  const found = conditionOf(chip);
  if (!found) return chip;
  const words = conditionWords(found.condition, mailboxes);
  return found.isNot ? t("chip_not", { what: words }) : words;
}

/** Whether a condition names a folder that is not there. */
export function isLost(chip: string, mailboxes: readonly MailboxRecord[]): boolean {
  const { name, value } = conditionOf(chip)?.condition ?? {};
  if (name !== "in" || value === "anywhere") return false;
  return foldersNamed(value!, { mailboxes, nameOf: mailboxName }).length === 0;
}

function conditionWords({ name, value }: Condition, mailboxes: readonly MailboxRecord[]): string {
  switch (name) {
    case "has":
      return t("hasAttachment");
    case "is":
      return t(`state_${value as State}`);
    case "date":
      return periodWords(value);
    case "before":
    case "after":
      return t(`chip_${name}`, { what: periodWords(value) });
    case "older":
    case "newer":
      return t(`chip_${name}`, { what: ageWords(value) });
    case "larger":
    case "smaller":
      return t(`chip_${name}`, { what: formatBytes(octetsOf(value) ?? 0) });
    case "in":
      return t("chip_in", { what: folderWords(value, mailboxes) });
    default:
      return t(`chip_${name}`, { what: value.toLowerCase() === "me" ? t("me") : value });
  }
}

function folderWords(value: string, mailboxes: readonly MailboxRecord[]): string {
  if (value === "anywhere") return t("anywhere");
  const [folder] = foldersNamed(value, { mailboxes, nameOf: mailboxName });
  return folder ? mailboxName(folder) : value;
}

/** A period's name in the reader's language: in words, or as the calendar writes it. */
export function periodWords(name: string): string {
  const named = namedPeriod(name);
  switch (named) {
    case undefined:
      return name.split("..").map(calendarWords).join(" – ");
    case "today":
    case "yesterday":
      return t(`period_${named}`);
    case "this-week":
      return t("period_this_week");
    case "last-week":
      return t("period_last_week");
    case "this-month":
      return t("period_this_month");
    case "last-month":
      return t("period_last_month");
    case "this-year":
      return t("period_this_year");
    case "last-year":
      return t("period_last_year");
    default:
      return weekdayWords(named);
  }
}

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

function weekdayWords(name: string): string {
  // The fourth of January 1970 was a Sunday.
  const day = new Date(1970, 0, 4 + WEEKDAYS.indexOf(name));
  return new Intl.DateTimeFormat(locale(), { weekday: "long" }).format(day);
}

function calendarWords(name: string): string {
  const [year, month, day] = name.split("-").map(Number);
  if (month === undefined) return locale() === "ko" ? `${year}년` : String(year);
  if (day !== undefined) return formatDate(new Date(year!, month - 1, day));
  return new Intl.DateTimeFormat(locale(), { year: "numeric", month: "long" }).format(
    new Date(year!, month - 1, 1),
  );
}

const UNITS = { d: "days", w: "weeks", m: "months", y: "years" } as const;

function ageWords(value: string): string {
  const age = ageOf(value);
  return age ? t(UNITS[age.unit], { count: age.count }) : value;
}
