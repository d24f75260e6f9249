import type { PushChoices } from "@atrium/contract/service-worker";

/** A worker has no localStorage; what it has to know when no window is open lies in a cache. */
const CACHE = "atrium-choices";
const CHOICES = "/telling";

export function setChoices(choices: PushChoices): Promise<void> {
  return write(CHOICES, choices);
}

export async function choices(): Promise<PushChoices> {
  const usual: PushChoices = {
    quiet: null,
    isDiscreet: false,
    language: navigator.language.startsWith("ko") ? "ko" : "en",
  };
  return { ...usual, ...(await read<PushChoices>(CHOICES)) };
}

/** Forgets everything that was written. */
export async function forgetAll(): Promise<void> {
  await caches.delete(CACHE);
}

export async function read<T>(key: string): Promise<T | undefined> {
  // Opening the cache would make it, also when everything has just been forgotten.
  const kept = await caches.match(key, { cacheName: CACHE });
  return kept && ((await kept.json()) as T);
}

export async function write(key: string, value: unknown): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(key, Response.json(value));
}
