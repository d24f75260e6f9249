import type { SessionInfo } from "@atrium/contract/api/session";
import { Button, Dialog } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import { askLeaving, leaveNow } from "./leave.ts";
import { unsaved } from "./unsaved.ts";

const LOOK_AGAIN = 500;

/** Asks what is to become of changes that have not reached the server. Signs out by itself as soon as they have. */
export function LeaveQuestion({ session }: { readonly session: SessionInfo }): ReactNode {
  const [count, setCount] = useState<number>();
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      const left = await unsaved(session).catch(() => undefined);
      if (isOver) return;
      if (left === 0) {
        askLeaving(false);
        await leaveNow();
        return;
      }
      if (left !== undefined) setCount(left);
      timer = setTimeout(() => void look(), LOOK_AGAIN);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [session]);
  if (count === undefined) return null;
  return (
    <Dialog
      open
      size="small"
      title={t("leaveUnsaved", { count })}
      onClose={() => askLeaving(false)}
      actions={
        <>
          <Button
            variant="danger"
            onClick={() => {
              askLeaving(false);
              void leaveNow();
            }}
          >
            {t("leaveAndLose")}
          </Button>
          <Button variant="primary" onClick={() => askLeaving(false)}>
            {t("leaveNot")}
          </Button>
        </>
      }
    >
      <p>{t("leaveUnsavedWhat")}</p>
    </Dialog>
  );
}
