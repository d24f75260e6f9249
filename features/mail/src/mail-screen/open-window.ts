import { href } from "@atrium/contract/href";

/** Opens a message in a window of its own; a browser that allows no windows makes it a tab. */
export function openWindow(emailId: string, accountId?: string): void {
  const search = new URLSearchParams(accountId === undefined ? {} : { account: accountId });
  const path = href("/mail/popup/mails/:id", { id: emailId }, search);
  const opened = window.open(path, "_blank", "popup,width=880,height=760");
  if (!opened) window.open(path, "_blank");
}
