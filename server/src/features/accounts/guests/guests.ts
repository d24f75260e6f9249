import { ShareGuest } from "@atrium/contract/types/share-guest";
import { CAPABILITY } from "@atrium/contract/types/wire";
import type { Actor, Engine } from "../../../engine/index.ts";
import { writeIfThere } from "../access/write-if-there.ts";
import { endGuests } from "./guest.ts";
import { deleteOver, overGuests, type Guest } from "./guests.store.ts";

/** How many are ended before it is looked again for more. */
const AT_ONCE = 100;

/** What a guest may use: files, and what they need. Another type of container is added when guests may have it. */
const OPEN_TO_GUESTS: ReadonlySet<string> = new Set([
  CAPABILITY.fileNode,
  CAPABILITY.blob,
  CAPABILITY.websocket,
]);

/** What stands in `Actor.credential`: it ends with the secret, of whose hash it has so much that no other one is taken for it. */
export const guestCredential = ({ id, secretHash }: Pick<Guest, "id" | "secretHash">): string =>
  `guest:${id}.${secretHash.subarray(0, 12).toString("base64url")}`;

/** The id of the guest whose credential it is; `undefined` for that of a person. */
export const guestOf = (credential: string): string | undefined =>
  /^guest:(\w+)\.[\w-]+$/.exec(credential)?.[1];

/** An actor with no account of its own, and no other one than that in which something is shared with it. */
export function guestActor(guest: Guest, ip?: string): Actor {
  const { id, name, version } = guest;
  return {
    personId: id,
    // None: what asks for the own account finds none.
    accountId: id,
    username: name,
    roles: [],
    credential: guestCredential(guest),
    scope: OPEN_TO_GUESTS,
    accounts: {},
    ...(version !== null && { principals: [{ id, version }] }),
    ...(ip !== undefined && { ip }),
  };
}

/** Ends guests whose time is over; to be called every few minutes. */
export async function endOverGuests(engine: Engine): Promise<void> {
  const now = engine.services.clock.now();
  for (;;) {
    const over = await overGuests(engine.db, now, AT_ONCE);
    for (const { accountId, id } of over)
      await writeIfThere(engine, [accountId], async (w) => {
        // It may have been prolonged meanwhile.
        if (!(await deleteOver(w, accountId, id))) return;
        await endGuests({ w, accountId }, [id]);
        w.changed(accountId, ShareGuest.name, id, "destroyed");
      });
    if (over.length < AT_ONCE) return;
  }
}
