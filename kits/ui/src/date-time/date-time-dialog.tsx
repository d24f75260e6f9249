import { useEffect, type ReactNode } from "react";
import { deferred } from "../deferred/deferred.ts";

export interface DateTimeDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What picking does, on the button: "Schedule", "Snooze". */
  readonly confirmLabel: string;
  /** To the minute, of this device's time zone. */
  readonly onPick: (at: Date) => void;
  /** What may be picked: any minute after `earliest` and before `latest`. */
  readonly earliest: Date;
  readonly latest: Date;
  /** What stands there at first; the next full hour after `earliest` unless said otherwise. */
  readonly initial?: Date | undefined;
}

const useWindow = deferred(() =>
  import("./date-time-window.tsx").then((module) => module.DateTimeWindow),
);

/** Asks for a day and an hour. The one picker of the whole suite; it loads when it is first opened. */
export function DateTimeDialog({ open, ...props }: DateTimeDialogProps): ReactNode {
  const { Part, prepare } = useWindow();
  useEffect(() => {
    if (open) prepare();
  }, [open, prepare]);
  return open && Part !== undefined ? <Part {...props} /> : null;
}
