import { Button, Dialog, TextField } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";

/** The longest that the server holds a mail back. */
const LONGEST = 60 * 86_400_000;

/** Asks for the hour at which a message is sent. */
export function LaterDialog({
  onClose,
  onPick,
}: {
  readonly onClose: () => void;
  readonly onPick: (at: Date) => void;
}): ReactNode {
  const [now] = useState(() => Date.now());
  const [text, setText] = useState(() => local(new Date(now + 3_600_000)));
  const at = new Date(text);
  const ahead = at.getTime() - now;
  const isGood = ahead > 60_000 && ahead < LONGEST;
  return (
    <Dialog
      open
      size="small"
      title={t("pickTime")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button variant="primary" disabled={!isGood} onClick={() => onPick(at)}>
            {t("schedule")}
          </Button>
        </>
      }
    >
      <TextField
        label={t("sendAt")}
        type="datetime-local"
        value={text}
        min={local(new Date(now + 60_000))}
        max={local(new Date(now + LONGEST))}
        {...(!isGood && { error: t("sendAtWrong") })}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
}

/** As the browser's own field has it: no zone, to the minute. */
function local(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
