import { utcSeconds } from "@atrium/contract/types/utc-date";
import type { Account } from "@atrium/jmap";
import { InboxIcon, SnoozeIcon, toast } from "@atrium/ui";
import { LaterMenu } from "@atrium/ui/later";
import { useState, type ReactNode } from "react";
import { refusalOf } from "../actions/refusal.ts";
import { snoozedFolder } from "../actions/snooze.ts";
import { t as mail } from "../strings/index.ts";
import type { Point } from "./point.ts";
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
  const pick = (date: Date): void => {
    Promise.all(accounts.map((account) => snoozedFolder(account))).then(
      () => onPick(utcSeconds(date)),
      (error: unknown) => toast({ severity: "danger", message: refusalOf(error) }),
    );
  };
  return (
    <LaterMenu
      at={at}
      label={t("snoozeUntil")}
      icon={<SnoozeIcon />}
      before={
        until === undefined
          ? []
          : [{ id: "wake", label: mail("unsnooze"), icon: <InboxIcon />, onAct: onWake }]
      }
      confirmLabel={mail("snooze")}
      latest={new Date(now.getFullYear() + YEARS, now.getMonth(), now.getDate())}
      initial={until === undefined ? undefined : new Date(until)}
      onClose={onClose}
      onPick={pick}
    />
  );
}
