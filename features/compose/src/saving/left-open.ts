/** The database of messages that are open on this device. */
export const DATABASE = "atrium.compose";
/** Read without opening a database: says whether there is something to bring back, and whose it is. */
export const MARK = "atrium.compose.open";

/** Whether this person left messages open on this device. Tiny: asked at every start. */
export function hasLeftOpen(personId: string): boolean {
  try {
    return localStorage.getItem(MARK) === personId;
  } catch {
    return false;
  }
}

/** What other persons left open on this device goes when a user is signed in. */
export function wipeLeftOpenOfOthers(personId: string): void {
  try {
    const left = localStorage.getItem(MARK);
    if (left !== null && left !== personId) wipeLeftOpen();
  } catch {
    return;
  }
}

/** At sign-out nothing of a person stays behind. */
export function wipeLeftOpen(): void {
  try {
    localStorage.removeItem(MARK);
    indexedDB.deleteDatabase(DATABASE);
  } catch {
    return;
  }
}
