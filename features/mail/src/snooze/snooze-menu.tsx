import { utcSeconds } from "@atrium/contract/types/utc-date";
import { formatComingTime, formatTime } from "@atrium/i18n";
import type { Account } from "@atrium/jmap";
import {
  ContextMenu,
  DateTimeDialog,
  InboxIcon,
  SendLaterIcon,
  SnoozeIcon,
  toast,
} from "@atrium/ui";
import { useRef, useState, type ReactNode } from "react";
import { refusalOf } from "../actions/refusal.ts";
import { snoozedFolder } from "../actions/snooze.ts";
import { t as mail } from "../strings/index.ts";
import type { Point } from "./point.ts";
import { snoozeTimes } from "./snooze-times.ts";
import { t } from "./strings/index.ts";

const YEARS = 5;

/** Asks until when mail is to be out of sight: the usual hours, or any other. */
export function SnoozeMenu({
  at,
  accounts,
  until,
  onPick,
  onWake,
  onClose,
}: {
  readonly at: Point;
  /** Those that the mail is in. */
  readonly accounts: readonly Account[];
  /** When it comes back as it is; absent when it is not snoozed. */
  readonly until: string | undefined;
  /** With a UTCDate; each account has a folder for it by then. */
  readonly onPick: (until: string) => void;
  readonly onWake: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const [now] = useState(() => new Date());
  const [isPicking, setPicking] = useState(false);
  // The menu closes when one of its lines was chosen, whichever.
  const goesOn = useRef(false);
  const pick = (date: Date): void => {
    Promise.all(accounts.map((account) => snoozedFolder(account))).then(
      () => onPick(utcSeconds(date)),
      (error: unknown) => toast({ severity: "danger", message: refusalOf(error) }),
    );
  };
  if (isPicking)
    return (
      <DateTimeDialog
        open
        title={t("pickTime")}
        confirmLabel={mail("snooze")}
        earliest={new Date(now.getTime() + 60_000)}
        latest={new Date(now.getFullYear() + YEARS, now.getMonth(), now.getDate())}
        initial={until === undefined ? undefined : new Date(until)}
        onClose={onClose}
        onPick={(date) => {
          onClose();
          pick(date);
        }}
      />
    );
  return (
    <ContextMenu
      label={t("snoozeUntil")}
      at={at}
      items={[
        ...(until === undefined
          ? []
          : [
              {
                id: "wake",
                label: mail("unsnooze"),
                icon: <InboxIcon />,
                onAct: onWake,
              },
            ]),
        { heading: t("snoozeUntil") },
        ...snoozeTimes(now).map(({ name, at }) => ({
          id: name,
          label: t("hour", {
            name: t(name),
            time:
              name === "laterToday" || name === "tomorrow" ? formatTime(at) : formatComingTime(at),
          }),
          icon: <SnoozeIcon />,
          onAct: () => pick(at),
        })),
        { separator: true },
        {
          id: "pick",
          label: t("pickTime"),
          icon: <SendLaterIcon />,
          onAct: () => {
            goesOn.current = true;
            setPicking(true);
          },
        },
      ]}
      onClose={() => {
        if (!goesOn.current) onClose();
      }}
    />
  );
}
