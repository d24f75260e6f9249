/** The database in which a browser persists records. */
export const DATABASE = "atrium-kept";

/** Whose records are persisted here. Read at once, before any database is open: a window of another user must not begin. */
const MARK = "atrium.kept";
/** What begins so in localStorage is of the person, too, and goes with their records. */
export const OWN = "atrium.own.";
/** In the place of a person: what was persisted is not wiped yet, and is nobody's. */
const NOBODY = "-";
/** Milliseconds to wait for other windows to let go of the database; the next window goes on with what is left. */
const PATIENCE = 2000;

/** The person whose records this browser persists; `undefined` when there are none, or no storage at all. */
export function persistedFor(): string | undefined {
  try {
    return localStorage.getItem(MARK) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Records whose records are persisted. Answers whether that can be remembered. */
export function persistFor(person: string): boolean {
  try {
    localStorage.setItem(MARK, person);
    return true;
  } catch {
    return false;
  }
}

function forgetOwn(): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");
    for (const key of keys) if (key.startsWith(OWN)) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to forget.
  }
}

/**
 * Wipes what this browser persists unless it is this person's; `null`, when nobody is signed in, wipes everything.
 * A window that is left before it is done leaves a mark, so that the next one goes on.
 */
export async function persistOnlyFor(person: string | null): Promise<void> {
  const kept = persistedFor();
  if (kept === person) return;
  forgetOwn();
  if (kept === undefined) return;
  persistFor(NOBODY);
  const isGone = await new Promise<boolean>((resolve) => {
    setTimeout(resolve, PATIENCE, false);
    try {
      const request = indexedDB.deleteDatabase(DATABASE);
      request.addEventListener("success", () => resolve(true));
      request.addEventListener("error", () => resolve(false));
    } catch {
      // No database can be opened here, so there is none.
      resolve(true);
    }
  });
  // A user may have signed in meanwhile, and begun again.
  if (isGone && persistedFor() === NOBODY) localStorage.removeItem(MARK);
}
