import { utcDate } from "@atrium/contract/types/utc-date";
import { formatDateTime } from "@atrium/i18n";
import { DateTimeDialog } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";

const DAY = 86_400_000;
const YEARS = 10;

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
      initial={until === null ? new Date(now.getTime() + 7 * DAY) : new Date(until)}
      onPick={(at) => {
        onClose();
        onPick(utcDate(at));
      }}
      onClose={onClose}
    />
  );
}
