import { utcSeconds } from "@atrium/contract/types/utc-date";
import { BellIcon, CloseIcon } from "@atrium/ui";
import { LaterMenu } from "@atrium/ui/later";
import { useState, type ReactNode } from "react";
import { t } from "./strings/index.ts";

const YEARS = 1;

/** Asks by when somebody is to have answered a message: the usual hours, or any other. */
export function FollowUpMenu({
  at,
  until,
  onPick,
  onClose,
}: {
  /** CSS pixels in the window. */
  readonly at: { readonly x: number; readonly y: number };
  /** A UTCDate; absent when there is no reminder. */
  readonly until: string | null | undefined;
  /** With a UTCDate; `null` for no reminder. */
  readonly onPick: (until: string | null) => void;
  readonly onClose: () => void;
}): ReactNode {
  const [now] = useState(() => new Date());
  return (
    <LaterMenu
      at={at}
      label={t("remindBy")}
      icon={<BellIcon />}
      before={
        until == null
          ? []
          : [
              {
                id: "remove",
                label: t("removeReminder"),
                icon: <CloseIcon />,
                onAct: () => onPick(null),
              },
            ]
      }
      confirmLabel={t("remind")}
      latest={new Date(now.getFullYear() + YEARS, now.getMonth(), now.getDate())}
      initial={until == null ? undefined : new Date(until)}
      onClose={onClose}
      onPick={(date) => onPick(utcSeconds(date))}
    />
  );
}
