import { Mailbox } from "@atrium/contract/types/mailbox";
import { useAll } from "@atrium/jmap";
import { useNotificationChoices } from "@atrium/feature-suite/parts";
import { showBadge, showIcon } from "@atrium/shell";
import { useEffect } from "react";
import { useMail } from "../mail.tsx";

/** A dot on the window's icon while unread mail is in the person's own inbox; on the installed app's, how much, where they want notifications. */
export function UnreadSign(): null {
  const { home } = useMail();
  const { isOn } = useNotificationChoices();
  const inbox = useAll(home, Mailbox)?.find(({ role }) => role === "inbox");
  const unread = inbox?.unreadThreads;
  const waits = unread !== undefined && unread > 0;
  const badge = isOn ? unread : 0;
  useEffect(() => {
    showIcon(waits);
    return () => showIcon();
  }, [waits]);
  useEffect(() => {
    // While it is not known, the one from before stays.
    if (badge !== undefined) showBadge(badge);
  }, [badge]);
  return null;
}
