import { ECDH, timingSafeEqual } from "node:crypto";
import type { PushSubscription } from "@atrium/contract/types/push-subscription";
import { utcDate } from "@atrium/contract/types/utc-date";
import { refuse, refuseProperty, type Rules, type WriteCall } from "../../engine/index.ts";
import { httpsUrl } from "../../platform/outbound-http/index.ts";
import {
  MAX_DEVICE_CLIENT_ID,
  MAX_LIFETIME,
  MAX_SUBSCRIPTIONS,
  MAX_TYPES,
  MAX_UNVERIFIED,
  MAX_URL,
} from "./limits.ts";
import { ownSubscriptions } from "./push-subscription.store.ts";

/**
 * RFC 8620 §7.2: what belongs to a session ends with it and is not bounded otherwise; a password has no end, so the
 * subscription gets one.
 */
function boundedExpiry({ actor, w }: WriteCall, asked: string | null): string | null {
  if (asked !== null && Date.parse(asked) <= w.now.getTime())
    refuseProperty("expires", "this time is over");
  if (actor.credential?.startsWith("session:") === true) return asked;
  const latest = new Date(w.now.getTime() + MAX_LIFETIME);
  if (asked !== null && Date.parse(asked) <= latest.getTime()) return asked;
  latest.setUTCMilliseconds(0);
  return utcDate(latest);
}

function checkUrl(url: string): void {
  if (url.length > MAX_URL) refuseProperty("url", "too long");
  try {
    httpsUrl(url);
  } catch {
    refuseProperty("url", "an https URL");
  }
}

/** RFC 8291 §2: a point of the curve P-256, and 16 octets. */
function checkKeys(keys: unknown): void {
  const { p256dh, auth, ...more } = keys as Record<string, unknown>;
  if (Object.keys(more).length > 0 || typeof p256dh !== "string" || typeof auth !== "string")
    return refuseProperty("keys", "keys are p256dh and auth");
  if (Buffer.from(auth, "base64url").length !== 16) refuseProperty("keys", "auth has 16 octets");
  const point = Buffer.from(p256dh, "base64url");
  try {
    if (point.length !== 65) throw new Error("not uncompressed");
    ECDH.convertKey(point, "prime256v1");
  } catch {
    refuseProperty("keys", "p256dh is no point of P-256");
  }
}

function checkTypes(types: readonly string[] | null): void {
  if (types === null) return;
  if (types.length > MAX_TYPES || types.some((type) => !/^[A-Za-z][\w-]{0,99}$/.test(type)))
    refuseProperty("types", "names of types");
}

/** Subscriptions of the person, made with whatever; each is a way to make the server send requests. */
async function checkCount({ w, accountId }: WriteCall): Promise<void> {
  const rows = await w.tx
    .selectFrom("push_subscription")
    .select("is_verified")
    .where("account_id", "=", accountId)
    .execute();
  if (rows.length >= MAX_SUBSCRIPTIONS) refuse("overQuota", "too many push subscriptions");
  if (rows.filter((row) => !row.is_verified).length >= MAX_UNVERIFIED)
    refuse("rateLimit", "too many push subscriptions wait for their verification");
}

export const pushSubscriptionRules: Rules<typeof PushSubscription> = {
  async create(record, call) {
    if (call.actor.credential === undefined)
      refuse("forbidden", "push subscriptions need a credential");
    const { deviceClientId, url, keys = null, types = null, expires = null } = record;
    if (deviceClientId === "" || deviceClientId.length > MAX_DEVICE_CLIENT_ID)
      refuseProperty("deviceClientId", `1 to ${MAX_DEVICE_CLIENT_ID} characters`);
    if (record.verificationCode != null)
      refuseProperty("verificationCode", "cannot be set at creation; the first push contains it");
    checkUrl(url);
    if (keys !== null) checkKeys(keys);
    checkTypes(types);
    await checkCount(call);
    return { ...record, expires: boundedExpiry(call, expires) };
  },

  async update(after, _before, call, changed) {
    if (changed.includes("types")) checkTypes(after.types);
    if (changed.includes("verificationCode"))
      await checkCode(call, after.id, after.verificationCode);
    if (!changed.includes("expires")) return after;
    return { ...after, expires: boundedExpiry(call, after.expires) };
  },
};

async function checkCode(call: WriteCall, id: string, given: string | null): Promise<void> {
  const row = await ownSubscriptions(call).where("id", "=", id).executeTakeFirstOrThrow();
  const [right, said] = [Buffer.from(row.verification_code), Buffer.from(given ?? "")];
  if (right.length !== said.length || !timingSafeEqual(right, said))
    refuseProperty("verificationCode", "this is not the code that was pushed");
}
