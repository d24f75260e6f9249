import type { EmailRecord } from "@atrium/contract/types/email";
import { formatComingTime } from "@atrium/i18n";
import { BannerStack, Button, type BannerProps } from "@atrium/ui";
import type { ReactNode } from "react";
import { isMuted, snoozedUntil } from "../../actions/marks.ts";
import { useActions } from "../../actions/use-actions.ts";
import { useMail } from "../../mail.tsx";
import { t } from "../../strings/index.ts";

/** What was arranged for a conversation, and the way to end that: it is snoozed, it is muted. */
export function ConversationNotice({
  emails,
}: {
  readonly emails: readonly EmailRecord[];
}): ReactNode {
  const actions = useActions();
  const { isReadOnly } = useMail();
  const until = snoozedUntil(emails);
  const end = (label: string, onAct: () => void): ReactNode =>
    !isReadOnly && (
      <Button size="small" onClick={onAct}>
        {label}
      </Button>
    );
  const said: (BannerProps & { readonly id: string })[] = [];
  if (until !== undefined)
    said.push({
      id: "snoozed",
      severity: "info",
      title: t("snoozedUntil", { time: formatComingTime(until) }),
      actions: end(t("unsnooze"), () => actions.perform({ kind: "unsnooze" }, emails)),
    });
  if (isMuted(emails))
    said.push({
      id: "muted",
      severity: "info",
      title: t("isMuted"),
      children: t("mutedWhat"),
      actions: end(t("unmute"), () => actions.perform({ kind: "mute", isOn: false }, emails)),
    });
  if (said.length === 0) return null;
  return (
    <div className="mail-reader-notice">
      <BannerStack banners={said} />
    </div>
  );
}
