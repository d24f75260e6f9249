import { Button } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";

/** Undo for as long as it can be done, with the seconds that are left. */
export function Countdown({
  until,
  onUndo,
}: {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly onUndo: () => void;
}): ReactNode {
  const [now, setNow] = useState(() => Date.now());
  const seconds = Math.ceil((until - now) / 1000);
  const isOver = seconds <= 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  if (isOver) return null;
  return (
    <Button aria-label={t("undo")} onClick={onUndo}>
      {t("undoIn", { seconds })}
    </Button>
  );
}
