import { waitingHere } from "../open-clients.ts";
import { answer } from "./database.ts";
import { DATABASE, keptFor } from "./mark.ts";

/** How many acts have not reached the server: those of this window, and those that any window of this browser keeps. */
export async function waitingActs(person: string): Promise<number> {
  const kept = keptFor() === person ? await keptCount().catch(() => 0) : 0;
  return Math.max(waitingHere(), kept);
}

async function keptCount(): Promise<number> {
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
