import { utcDate } from "@atrium/contract/types/utc-date";
import { formatDateTime } from "@atrium/i18n";
import { DateTimeDialog } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";

/** Proposed at first: a week from now, in the evening. */
const [DAYS, HOUR] = [7, 18];
const YEARS = 10;

const proposed = (now: Date): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + DAYS, HOUR);

export const endText = (until: string): string => t("until", { time: formatDateTime(until) });

/** Asks until when access lasts. */
export function EndDialog({
  until,
  onPick,
  onClose,
}: {
  readonly until: string | null;
  readonly onPick: (until: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [now] = useState(() => new Date());
  return (
    <DateTimeDialog
      open
      title={t("endTitle")}
      confirmLabel={t("set")}
      earliest={now}
      latest={new Date(now.getFullYear() + YEARS, now.getMonth(), now.getDate())}
      initial={until === null ? proposed(now) : new Date(until)}
      onPick={(at) => {
        onClose();
        onPick(utcDate(at));
      }}
      onClose={onClose}
    />
  );
}
