import { formatDateTime } from "@atrium/i18n";
import { useState, type ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { TextField } from "../field/text-field.tsx";
import { Calendar } from "./calendar.tsx";
import type { DateTimeDialogProps } from "./date-time-dialog.tsx";
import { dayOf } from "./months.ts";
import { t } from "./words.ts";
import "./date-time.css";

export function DateTimeWindow({
  onClose,
  title,
  confirmLabel,
  onPick,
  earliest,
  latest,
  initial = nextHour(earliest),
}: Omit<DateTimeDialogProps, "open">): ReactNode {
  const [day, setDay] = useState(() => dayOf(initial));
  const [time, setTime] = useState(() =>
    [initial.getHours(), initial.getMinutes()].map((part) => `${part}`.padStart(2, "0")).join(":"),
  );
  const at = timeOf(day, time);
  const isGood = at !== undefined && at > earliest && at < latest;
  return (
    <Dialog
      open
      size="small"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button
            variant="primary"
            disabled={!isGood}
            onClick={() => {
              if (at) onPick(at);
            }}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <Calendar day={day} earliest={earliest} latest={latest} onDay={setDay} />
      <TextField
        label={t("timeOfDay")}
        type="time"
        value={time}
        required
        onChange={(event) => setTime(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && at && isGood) onPick(at);
        }}
        {...(!isGood && {
          error: t("timeBetween", {
            from: formatDateTime(earliest),
            to: formatDateTime(latest),
          }),
        })}
      />
      <p className="a-date-time-said" aria-live="polite">
        {isGood ? formatDateTime(at) : ""}
      </p>
    </Dialog>
  );
}

/** @param time As the browser's field has it: `14:05`, or empty while it is not whole. */
function timeOf(day: Date, time: string): Date | undefined {
  const found = /^(\d\d):(\d\d)/.exec(time);
  return found?.[2] === undefined
    ? undefined
    : new Date(
        day.getFullYear(),
        day.getMonth(),
        day.getDate(),
        Number(found[1]),
        Number(found[2]),
      );
}

function nextHour(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), date.getHours() + 1);
}
