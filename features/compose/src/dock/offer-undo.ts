import { wayBack } from "@atrium/feature-mail/parts";
import { formatDateTime } from "@atrium/i18n";
import type { JmapClient } from "@atrium/jmap";
import { dismissToast, toast } from "@atrium/ui";
import { unsend, type Sent } from "../saving/send.ts";
import { t } from "../strings/index.ts";

/** Says that a message was sent and offers to take it back, for as long as the server holds it. */
export function offerUndo(client: JmapClient, sent: Sent, onUndone: () => void): void {
  const { sendAt, undoUntil } = sent;
  const message = sendAt ? t("scheduledToast", { date: formatDateTime(sendAt) }) : t("sent");
  const undo = async (): Promise<void> => {
    try {
      if (!(await unsend(client, sent))) {
        toast({ severity: "warning", message: t("tooLate") });
        return;
      }
      toast(t("unsent"));
      onUndone();
    } catch {
      toast({
        severity: "danger",
        message: t("notReached"),
        action: { label: t("tryAgain"), onAct: () => void undo() },
      });
    }
  };
  if (!sendAt && undoUntil <= Date.now()) {
    toast(message);
    return;
  }
  // By the button, or by the key that takes back whatever was done last.
  const way = wayBack(() => {
    dismissToast(said);
    void undo();
  });
  const action = { label: t("undo"), onAct: way.take };
  const said = toast({ message, action, ...(!sendAt && { until: undoUntil }) });
  if (!sendAt) setTimeout(way.withdraw, undoUntil - Date.now());
}
