const KEY = "atrium.palette";
const MOST = 5;

/** The ids of what was chosen from the palette lately, the latest first. */
export function recentIds(): readonly string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((id) => typeof id === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function remember(id: string): void {
  try {
    const ids = [id, ...recentIds().filter((other) => other !== id)].slice(0, MOST);
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // Storage may be full or forbidden; the palette works without.
  }
}
