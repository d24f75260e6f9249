import { pendingHere } from "../open-clients.ts";
import { answer } from "./database.ts";
import { DATABASE, persistedFor } from "./mark.ts";

/** How many mutations have not reached the server: those of this window, and those that any window of this browser persists. */
export async function countPending(person: string): Promise<number> {
  const kept = persistedFor() === person ? await persistedCount().catch(() => 0) : 0;
  return Math.max(pendingHere(), kept);
}

async function persistedCount(): Promise<number> {
  const request = indexedDB.open(DATABASE);
  // There is none: it is not made for being counted.
  request.addEventListener("upgradeneeded", () => request.transaction?.abort());
  const database = await answer(request);
  try {
    return await answer(database.transaction("acts").objectStore("acts").count());
  } finally {
    database.close();
  }
}
