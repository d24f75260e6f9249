import { SHARE_GUEST_METHODS, ShareGuest } from "@atrium/contract/types/share-guest";
import {
  isOwnAccount,
  method,
  refuse,
  refuseProperty,
  serve,
  tableStore,
  type Actor,
  type Served,
  type WriteCall,
} from "../../../engine/index.ts";
import { accessChanged } from "../access/access.ts";
import { parseAddress } from "../addresses/address.ts";
import { guestTokenHash, newGuestToken } from "../credentials/secrets.ts";
import { LIMITS } from "../limits.ts";
import { checkName } from "../name.rules.ts";
import { removeSharesWith } from "../sharing/shares.store.ts";
import { writeSecret } from "./guests.store.ts";

/** Who owns an account looks after its guests. */
const access = (actor: Actor, _verb: unknown, accountId: string): boolean =>
  isOwnAccount(actor, accountId);

const guests = tableStore(ShareGuest, {
  table: "share_guest",
  idPrefix: "v",
  most: LIMITS.guestsPerAccount,
  initial: ({ w }) => ({ created_at: w.now }),
  async destroyed(call, rows) {
    await endGuests(
      call,
      rows.map(({ id }) => id as string),
    );
  },
});

/** Takes from guests what is shared with them, and closes what they have open. */
export async function endGuests(
  { w, accountId }: Pick<WriteCall, "w" | "accountId">,
  ids: readonly string[],
): Promise<void> {
  await removeSharesWith(w, accountId, ids);
  for (const id of ids) accessChanged(w, id);
}

function checkEmail(email: string | null): void {
  if (email !== null && parseAddress(email) === null)
    refuseProperty("email", "not an email address");
}

function checkUntil({ w }: WriteCall, until: string | null): void {
  if (until !== null && new Date(until) <= w.now) refuseProperty("until", "must be in the future");
}

/** A secret for a guest, in the place of the one that there was. It is answered now and never again. */
const newSecret = method({
  verb: "update",
  arguments: SHARE_GUEST_METHODS.newSecret,
  async run({ accountId, args: { id: asked } }, engine) {
    const id = asked.startsWith("#") ? (engine.createdIds.get(asked.slice(1)) ?? asked) : asked;
    const secret = newGuestToken();
    await engine.write([accountId], async (w) => {
      const isThere = await writeSecret(w.tx, accountId, id, guestTokenHash(secret)!);
      if (!isThere) refuse("notFound");
      accessChanged(w, id);
    });
    return { accountId, id, secret };
  },
});

/** Guests of an account: actors that are no person, and reach what is shared with them there. */
export const shareGuest: Served = serve(ShareGuest, {
  access,
  store: {
    ...guests,
    async update(call, updates) {
      await guests.update!(call, updates);
      for (const { id } of updates) accessChanged(call.w, id);
    },
  },
  rules: {
    create(record, call) {
      checkEmail(record.email ?? null);
      checkUntil(call, record.until ?? null);
      return { ...record, name: checkName(record.name) };
    },
    update(after, _before, call, changed) {
      if (changed.includes("email")) checkEmail(after.email);
      if (changed.includes("until")) checkUntil(call, after.until);
      return { ...after, name: checkName(after.name) };
    },
  },
  methods: { newSecret },
});
