import type { PushVerification } from "@atrium/contract/types/push-subscription";
import type { StateChange } from "@atrium/contract/types/wire";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/index.ts";
import type { Log } from "../../platform/log/index.ts";
import {
  OutboundError,
  type OutboundHttp,
  type OutboundResponse,
} from "../../platform/outbound-http/index.ts";
import {
  AT_ONCE,
  FIRST_PAUSE,
  FIRST_WAIT,
  LAST_PAUSE,
  LAST_WAIT,
  MAX_FAILURES,
  MAX_GREETINGS,
  MAX_PUSH,
} from "./limits.ts";
import { pushRequest } from "./message.ts";
import { changesFor, claimDue, forget, settle, type Subscription } from "./sending.store.ts";
import type { Vapid } from "./vapid.ts";

export interface SendingOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly outboundHttp: OutboundHttp;
  readonly vapid: Vapid;
  /** The accounts that a person sees by a credential; null when that lets nobody in any more. */
  readonly accountsOf: (personId: string, credential: string) => Promise<readonly string[] | null>;
}

/** A push that went out: what the subscription has been told with it. */
interface Push {
  readonly message: StateChange | PushVerification;
  readonly told: Readonly<Record<string, number>>;
}

/** Sends all that is due. Processes that do so at the same time share the work, and nothing is sent by two of them. */
export async function sendDue(options: SendingOptions): Promise<void> {
  for (;;) {
    const claimed = await claimDue(options.db, options.clock.now(), AT_ONCE);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((subscription) => sendOne(options, subscription)));
  }
}

async function sendOne(options: SendingOptions, subscription: Subscription): Promise<void> {
  const { db, log, outboundHttp, vapid, accountsOf } = options;
  const { url, p256dh, auth } = subscription;
  const sees = await accountsOf(subscription.person_id, subscription.credential);
  // RFC 8620 §7.2: it ends with what the person signed in with.
  if (sees === null) return await forget(db, subscription);
  const push = await nextPush(db, subscription, sees);
  if (push === null) return await settle(db, subscription, { sees: [...sees] });
  const keys = p256dh === null || auth === null ? null : { p256dh, auth };
  let response: OutboundResponse | null = null;
  try {
    response = await outboundHttp.send(url, pushRequest({ url, keys }, push.message, vapid));
  } catch (error) {
    const reason = error instanceof OutboundError ? error.reason : "failed";
    log.debug({ err: error, reason, subscription: subscription.id }, "a push was not taken");
  }
  const after = outcome(subscription, response, options.clock.now());
  if (after === "forget") {
    log.info(
      { subscription: subscription.id, status: response?.status },
      "a push subscription ends",
    );
    return await forget(db, subscription);
  }
  await settle(db, subscription, {
    ...after,
    sees: [...sees],
    ...(isSuccess(response)
      ? { is_greeted: true, told: { ...subscription.told, ...push.told } }
      : {}),
  });
}

/** What is to be sent now; null when somebody else has sent it meanwhile. */
async function nextPush(
  db: Db,
  subscription: Subscription,
  sees: readonly string[],
): Promise<Push | null> {
  if (!subscription.is_greeted) {
    const message = {
      "@type": "PushVerification",
      pushSubscriptionId: subscription.id,
      verificationCode: subscription.verification_code,
    } as const;
    return { message, told: {} };
  }
  const changed: Record<string, Record<string, string>> = {};
  const told: Record<string, number> = {};
  for (const [accountId, byType] of await changesFor(db, subscription, sees)) {
    const states = Object.fromEntries([...byType].map(([type, state]) => [type, String(state)]));
    const isFull =
      JSON.stringify(changed).length + JSON.stringify(states).length + accountId.length > MAX_PUSH;
    // The rest is due again as soon as this is settled.
    if (isFull && Object.keys(told).length > 0) break;
    changed[accountId] = states;
    told[accountId] = Math.max(...byType.values());
  }
  if (Object.keys(told).length === 0) return null;
  return { message: { "@type": "StateChange", changed }, told };
}

const isSuccess = (response: OutboundResponse | null): boolean =>
  response !== null && response.status >= 200 && response.status < 300;

type Settled = Pick<Subscription, "failures" | "pause" | "due_at">;

/** RFC 8030 §5 and §7.3: what an answer means for the next push. */
export function outcome(
  { failures, pause, is_greeted }: Pick<Subscription, "failures" | "pause" | "is_greeted">,
  response: OutboundResponse | null,
  now: Date,
): Settled | "forget" {
  const after = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
  if (isSuccess(response)) {
    const less = pause < FIRST_PAUSE ? 0 : Math.floor(pause / 2);
    return { failures: 0, pause: less, due_at: after(pause * 1000) };
  }
  if (response?.status === 404 || response?.status === 410) return "forget";
  if (failures + 1 >= (is_greeted ? MAX_FAILURES : MAX_GREETINGS)) return "forget";
  const wait = Math.min(FIRST_WAIT * 2 ** Math.min(failures, 20), LAST_WAIT);
  if (response?.status !== 429) return { failures: failures + 1, pause, due_at: after(wait) };
  const longer = Math.min(Math.max(pause * 2, FIRST_PAUSE), LAST_PAUSE);
  const asked = Math.min(Number(response.headers["retry-after"]) || 0, 24 * LAST_PAUSE);
  return {
    failures: failures + 1,
    pause: longer,
    due_at: after(Math.max(longer, asked) * 1000),
  };
}
