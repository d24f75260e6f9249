import { formatDateTime } from "@atrium/i18n";
import { lazyPart } from "@atrium/shell";
import { Banner, Button } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { unsend, type Sent } from "../saving/send.ts";
import type { DraftSession } from "../saving/draft-session.ts";
import { latest } from "./latest.ts";
import { t } from "../strings/index.ts";

const LaterDialog = lazyPart(() => import("@atrium/ui/later").then((module) => module.LaterDialog));

/** Says when a message will be sent; to change it, sending is taken back first. */
export function ScheduledBar({
  draftSession,
  scheduled,
  onTime,
}: {
  readonly draftSession: DraftSession;
  readonly scheduled: Sent;
  /** Sends it at another hour, after it was taken back. */
  readonly onTime: (at: Date) => void;
}): ReactNode {
  const [state, setState] = useState<"idle" | "busy" | "failed" | "late">("idle");
  const [isPicking, setPicking] = useState(false);
  const cancel = async (): Promise<boolean> => {
    setState("busy");
    try {
      if (await unsend(draftSession.client, scheduled)) {
        draftSession.setScheduled(null);
        return true;
      }
      setState("late");
    } catch {
      setState("failed");
    }
    return false;
  };
  const sendAt = async (at: Date): Promise<void> => {
    setPicking(false);
    if (await cancel()) onTime(at);
  };
  return (
    <Banner
      severity={state === "failed" || state === "late" ? "warning" : "info"}
      title={
        state === "late"
          ? t("tooLate")
          : t("scheduledFor", { date: scheduled.sendAt ? formatDateTime(scheduled.sendAt) : "" })
      }
      actions={
        state === "late" ? undefined : (
          <>
            <Button size="small" disabled={state === "busy"} onClick={() => setPicking(true)}>
              {t("changeTime")}
            </Button>
            <Button size="small" busy={state === "busy"} onClick={() => void cancel()}>
              {t("cancelSchedule")}
            </Button>
          </>
        )
      }
    >
      {state === "failed" ? t("notReached") : undefined}
      {isPicking && (
        <LaterDialog
          confirmLabel={t("schedule")}
          latest={latest()}
          initial={scheduled.sendAt ?? undefined}
          onClose={() => setPicking(false)}
          onPick={(at) => void sendAt(at)}
        />
      )}
    </Banner>
  );
}
