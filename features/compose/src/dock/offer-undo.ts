import { formatDateTime } from "@atrium/i18n";
import type { JmapClient } from "@atrium/jmap";
import { toast } from "@atrium/ui";
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
  const action = { label: t("undo"), onAct: () => void undo() };
  if (sendAt) toast({ message, action });
  else if (undoUntil > Date.now()) toast({ message, action, until: undoUntil });
  else toast(message);
}
