/**
 * Whether this is the name of a zone of the IANA database, an older one included: what browsers say of where they are.
 * Offsets are none.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
