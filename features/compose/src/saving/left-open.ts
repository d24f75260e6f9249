const MARK = "atrium.compose.open";

/** Whether this person left messages open on this device. Tiny: asked at every start. */
export function hasLeftOpen(personId: string): boolean {
  try {
    return localStorage.getItem(MARK) === personId;
  } catch {
    return false;
  }
}

/** At sign-out nothing of a person stays behind. */
export function wipeLeftOpen(): void {
  try {
    localStorage.removeItem(MARK);
    indexedDB.deleteDatabase("atrium.compose");
  } catch {
    return;
  }
}
