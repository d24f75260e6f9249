import type { JmapClient } from "@atrium/jmap";
import { toast } from "@atrium/ui";
import { openCompose } from "../request.ts";
import { t } from "../strings/index.ts";
import { pendingSubmission, unsend } from "./send.ts";

/** Takes a message that waits for its hour back into the drafts, and says so. */
export async function cancelSending(
  client: JmapClient,
  accountId: string,
  emailId: string,
): Promise<void> {
  try {
    const pending = await pendingSubmission(client, accountId, emailId);
    const isBack =
      pending !== undefined &&
      (await unsend(client, {
        accountId,
        emailId,
        submissionId: pending.id,
        undoUntil: 0,
        sendAt: new Date(pending.sendAt),
      }));
    if (isBack)
      toast({
        message: t("backInDrafts"),
        action: {
          label: t("editDraft"),
          onAct: () => openCompose({ kind: "draft", accountId, emailId }),
        },
      });
    else toast({ severity: "warning", message: t("tooLate") });
  } catch {
    toast({
      severity: "danger",
      message: t("notReached"),
      action: { label: t("tryAgain"), onAct: () => void cancelSending(client, accountId, emailId) },
    });
  }
}
