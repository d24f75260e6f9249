import type { Actor } from "../../../engine/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { actorOf } from "./identity.ts";
import { readIdentity } from "./identity.store.ts";

/** Somebody as they are by now, for what they asked for and do not wait for; null when they may no more. */
export async function actorOfPerson(db: Db, personId: string): Promise<Actor | null> {
  const identity = await readIdentity(db, personId);
  return identity === null ? null : actorOf(identity, "background-task");
}
