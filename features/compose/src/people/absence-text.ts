import { formatDate } from "@atrium/i18n";
import { t } from "../strings/index.ts";
import type { Away } from "./use-absences.ts";

/** "Dana is out of office until 3 December." */
export function absenceText({ name, toDate }: Away): string {
  // It ends with the last moment before that.
  return toDate === null
    ? t("isAway", { name })
    : t("isAwayUntil", { name, date: formatDate(new Date(Date.parse(toDate) - 1)) });
}
