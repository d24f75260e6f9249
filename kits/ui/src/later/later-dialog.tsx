import { useState, type ReactNode } from "react";
import { DateTimeDialog } from "../date-time/date-time-dialog.tsx";
import { t } from "./strings/index.ts";

export interface LaterDialogProps {
  /** What picking does, on the button: "Schedule", "Snooze". */
  readonly confirmLabel: string;
  readonly latest: Date;
  /** The hour that it has now, when it is changed. */
  readonly initial?: Date | undefined;
  readonly onPick: (at: Date) => void;
  readonly onClose: () => void;
}

/** Asks for any hour to come, to the minute. */
export function LaterDialog({ onPick, ...props }: LaterDialogProps): ReactNode {
  const [now] = useState(() => Date.now());
  return (
    <DateTimeDialog
      {...props}
      open
      title={t("pickTime")}
      earliest={new Date(now + 60_000)}
      onPick={(at) => {
        props.onClose();
        onPick(at);
      }}
    />
  );
}
