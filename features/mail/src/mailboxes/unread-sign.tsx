import { Mailbox } from "@atrium/contract/types/mailbox";
import { useAll } from "@atrium/jmap";
import { showIcon } from "@atrium/shell";
import { useEffect } from "react";
import { useMail } from "../mail.tsx";

/** A dot on the window's icon while unread mail is in the person's own inbox. */
export function UnreadSign(): null {
  const { home } = useMail();
  const waits = useAll(home, Mailbox)?.some(
    ({ role, unreadThreads }) => role === "inbox" && unreadThreads > 0,
  );
  useEffect(() => {
    showIcon(waits);
    return () => showIcon();
  }, [waits]);
  return null;
}
