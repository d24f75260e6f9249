import { formatDateTime } from "@atrium/i18n";
import type { JmapClient } from "@atrium/jmap";
import { offerUndo, toast } from "@atrium/ui";
import { unsend, type Sent } from "../saving/send.ts";
import { t } from "../strings/index.ts";

/** Says that a message was sent and offers to take it back, for as long as the server holds it. */
export function offerUnsend(
  client: JmapClient,
  sent: Sent,
  onUndone: () => void,
  words: { readonly sent: string; readonly unsent: string } = {
    sent: t("sent"),
    unsent: t("unsent"),
  },
): void {
  const { sendAt, undoUntil } = sent;
  const message = sendAt ? t("scheduledToast", { date: formatDateTime(sendAt) }) : words.sent;
  const undo = async (): Promise<void> => {
    try {
      if (!(await unsend(client, sent))) {
        toast({ severity: "warning", message: t("tooLate") });
        return;
      }
      toast(words.unsent);
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
  offerUndo({
    message,
    onUndo: () => void undo(),
    ...(sendAt === null ? { until: undoUntil } : {}),
  });
}
