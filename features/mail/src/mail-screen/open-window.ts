/** Opens a message in a window of its own; a browser that allows no windows makes it a tab. */
export function openWindow(emailId: string, accountId?: string): void {
  const account = accountId === undefined ? "" : `?account=${encodeURIComponent(accountId)}`;
  const path = `/mail/popup/mails/${encodeURIComponent(emailId)}${account}`;
  const opened = window.open(path, "_blank", "popup,width=880,height=760");
  if (!opened) window.open(path, "_blank");
}
