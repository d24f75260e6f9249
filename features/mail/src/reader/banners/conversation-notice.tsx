import type { EmailRecord } from "@atrium/contract/types/email";
import { formatShortDateTime } from "@atrium/i18n";
import { Button } from "@atrium/ui";
import type { ReactNode } from "react";
import { isMuted, snoozedUntil } from "../../actions/marks.ts";
import { useActions } from "../../actions/use-actions.ts";
import { useMail } from "../../mail.tsx";
import { t } from "../../strings/index.ts";
import { NoticeLine, type Notice } from "./notice-line.tsx";

/** What was arranged for a conversation of several messages, above them. A lone message has it in its own line. */
export function ConversationNotice({
  emails,
}: {
  readonly emails: readonly EmailRecord[];
}): ReactNode {
  const notices = useConversationNotices(emails);
  return (
    notices.length > 0 && (
      <div className="mail-reader-notice">
        <NoticeLine notices={notices} />
      </div>
    )
  );
}

/** What was arranged for a conversation, and the way to end that: it is snoozed, it is muted. */
export function useConversationNotices(emails: readonly EmailRecord[]): readonly Notice[] {
  const actions = useActions();
  const { isReadOnly } = useMail();
  const until = snoozedUntil(emails);
  const end = (label: string, onAct: () => void): ReactNode =>
    !isReadOnly && (
      <Button size="small" onClick={onAct}>
        {label}
      </Button>
    );
  const said: Notice[] = [];
  if (until !== undefined)
    said.push({
      kind: "snoozed",
      title: t("snoozedUntil", { time: formatShortDateTime(until) }),
      actions: end(t("unsnooze"), () => actions.perform({ kind: "unsnooze" }, emails)),
    });
  if (isMuted(emails))
    said.push({
      kind: "muted",
      title: t("isMuted"),
      children: t("mutedWhat"),
      actions: end(t("unmute"), () => actions.perform({ kind: "mute", isOn: false }, emails)),
    });
  return said;
}
