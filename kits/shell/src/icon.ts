/** The suite's mark, as in the UI kit's `BrandMark`. */
const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#3653d0"/><path d="M7 18V8.5A1.5 1.5 0 0 1 8.5 7h7A1.5 1.5 0 0 1 17 8.5V18" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/><rect x="10.5" y="10.5" width="3" height="3" rx=".75" fill="#fff"/>`;
/** Something waits. */
const DOT = `<circle cx="19" cy="5" r="5" fill="#d92d20" stroke="#fff" stroke-width="1.5"/>`;

/** Puts the mark on the window's tab, with a dot when something waits. Carried in the script: a file of its own would be one more request at every start. */
export function showIcon(waits = false): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link)
    link.href = `data:image/svg+xml,${encodeURIComponent(`${MARK}${waits ? DOT : ""}</svg>`)}`;
}

/** Puts a number on the icon of the installed app, where the browser can; 0 takes it away. */
export function showBadge(count: number): void {
  // Not in every browser, and refused where nothing is installed.
  void navigator.setAppBadge?.(count).catch(() => undefined);
}
