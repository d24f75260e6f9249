import { isQuiet, type QuietHours } from "@atrium/contract/service-worker";

const CACHE = "atrium-choices";
const KEY = "/quiet-hours";

/** A worker has no localStorage; what it has to know when no window is open lies in a cache. */
export async function setQuietHours(hours: QuietHours | null): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(KEY, Response.json(hours));
}

export async function isQuietNow(now = new Date()): Promise<boolean> {
  const kept = await (await caches.open(CACHE)).match(KEY);
  const hours = kept ? ((await kept.json()) as QuietHours | null) : null;
  return isQuiet(hours, now.getHours() * 60 + now.getMinutes());
}
