import { DateTimeDialog } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";

/** The longest that the server holds a mail back. */
const LONGEST = 60 * 86_400_000;

/** Asks for the hour at which a message is sent. */
export function LaterDialog({
  initial,
  onClose,
  onPick,
}: {
  /** The hour that it has now, when it is changed. */
  readonly initial?: Date | undefined;
  readonly onClose: () => void;
  readonly onPick: (at: Date) => void;
}): ReactNode {
  const [now] = useState(() => Date.now());
  return (
    <DateTimeDialog
      open
      title={t("pickTitle")}
      confirmLabel={t("schedule")}
      earliest={new Date(now + 60_000)}
      latest={new Date(now + LONGEST)}
      initial={initial}
      onClose={onClose}
      onPick={onPick}
    />
  );
}
