import { formatDateTime } from "@atrium/i18n";
import { Banner, Button } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { unsend, type Sent } from "../saving/send.ts";
import type { Writing } from "../saving/writing.ts";
import { t } from "../strings/index.ts";

/** Says when a message will be sent; to change it, sending is taken back first. */
export function ScheduledBar({
  writing,
  scheduled,
}: {
  readonly writing: Writing;
  readonly scheduled: Sent;
}): ReactNode {
  const [state, setState] = useState<"idle" | "busy" | "failed" | "late">("idle");
  const cancel = async (): Promise<void> => {
    setState("busy");
    try {
      if (await unsend(writing.client, scheduled)) writing.setScheduled(null);
      else setState("late");
    } catch {
      setState("failed");
    }
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
          <Button size="small" busy={state === "busy"} onClick={() => void cancel()}>
            {t("cancelSchedule")}
          </Button>
        )
      }
    >
      {state === "failed" ? t("notReached") : undefined}
    </Banner>
  );
}
