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
import {
  changesFor,
  claimDue,
  forget,
  settle,
  type Seen,
  type Subscription,
} from "./sending.store.ts";
import type { Vapid } from "./vapid.ts";

export interface SendingOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly outboundHttp: OutboundHttp;
  readonly vapid: Vapid;
  /** What a person sees by a credential; null when that lets nobody in any more. */
  readonly seenBy: (personId: string, credential: string) => Promise<Seen | null>;
}

/** A push that went out: the newest state in it of each account. */
interface Push {
  /** `null` when there is nothing to say. */
  readonly message: StateChange | PushVerification | null;
  readonly newest: Readonly<Record<string, number>>;
}

export interface Sending {
  /**
   * Sends all that is due, and resolves when that is done. Called meanwhile it looks at once for more: a slow address
   * keeps nothing else. Processes that do so at the same time share the work, and nothing is sent by two of them.
   */
  send(): Promise<void>;
  /** Begins nothing more, and gives up what is under way: another process sends it again. */
  stop(): Promise<void>;
}

export function createSending(options: SendingOptions): Sending {
  const { db, clock, log } = options;
  const stopping = new AbortController();
  const running = new Map<Promise<void>, string>();
  let passes: Promise<void> | undefined;
  let isAsked = false;
  let wake = (): void => undefined;

  async function begin(): Promise<void> {
    const free = AT_ONCE - running.size;
    if (free === 0 || stopping.signal.aborted) return;
    const busy: Record<string, number> = {};
    for (const person of running.values()) busy[person] = (busy[person] ?? 0) + 1;
    for (const subscription of await claimDue(db, clock.now(), free, busy)) {
      const work: Promise<void> = sendOne(options, subscription, stopping.signal)
        .catch((err: unknown) => log.error({ err, subscription: subscription.id }, "push failed"))
        .finally(() => {
          running.delete(work);
          look();
        });
      running.set(work, subscription.person_id);
    }
  }

  async function pass(): Promise<void> {
    do {
      isAsked = false;
      const woken = new Promise<void>((resolve) => (wake = resolve));
      await begin();
      if (running.size > 0 && !isAsked) await woken;
    } while (isAsked);
  }

  function look(): void {
    isAsked = true;
    wake();
  }

  return {
    send() {
      look();
      passes ??= pass().finally(() => (passes = undefined));
      return passes;
    },
    async stop() {
      stopping.abort();
      await Promise.allSettled([passes, ...running.keys()]);
    },
  };
}

async function sendOne(
  options: SendingOptions,
  subscription: Subscription,
  stopping: AbortSignal,
): Promise<void> {
  const { db, log, outboundHttp, vapid, seenBy } = options;
  const { url, p256dh, auth } = subscription;
  const seen = await seenBy(subscription.person_id, subscription.credential);
  // RFC 8620 §7.2: it ends with what the person signed in with.
  if (seen === null) return await forget(db, subscription);
  const push = await nextPush(db, subscription, seen);
  const told = { ...subscription.told, ...push.newest };
  if (push.message === null) return await settle(db, subscription, { seen, told });
  const keys = p256dh === null || auth === null ? null : { p256dh, auth };
  let response: OutboundResponse | null = null;
  try {
    const request = pushRequest({ url, keys }, push.message, vapid);
    response = await outboundHttp.send(url, { ...request, signal: stopping });
  } catch (error) {
    // No fault of the address. If it has taken the push, the same states come to it once more.
    if (stopping.aborted) return await settle(db, subscription, {});
    const reason = error instanceof OutboundError ? error.reason : "failed";
    log.debug({ err: error, reason, subscription: subscription.id }, "push not accepted");
  }
  const after = outcome(subscription, response, options.clock.now());
  if (after === "forget") {
    log.info(
      { subscription: subscription.id, status: response?.status },
      "push subscription removed",
    );
    return await forget(db, subscription);
  }
  await settle(db, subscription, {
    ...after,
    seen,
    ...(isSuccess(response) ? { is_greeted: true, told } : {}),
  });
}

/** What is to be sent now: nothing when another process has sent it meanwhile, or when all that happened is out of reach. */
async function nextPush(db: Db, subscription: Subscription, seen: Seen): Promise<Push> {
  if (!subscription.is_greeted) {
    const message = {
      "@type": "PushVerification",
      pushSubscriptionId: subscription.id,
      verificationCode: subscription.verification_code,
    } as const;
    return { message, newest: {} };
  }
  const changed: Record<string, Record<string, string>> = {};
  const newest: Record<string, number> = {};
  for (const [accountId, byType] of await changesFor(db, subscription, seen)) {
    const states = await statesOf(subscription, seen, accountId, byType);
    const isFull =
      JSON.stringify(changed).length + JSON.stringify(states).length + accountId.length > MAX_PUSH;
    // The rest is due again as soon as this is settled.
    if (isFull && Object.keys(changed).length > 0) break;
    if (Object.keys(states).length > 0) changed[accountId] = states;
    newest[accountId] = Math.max(...byType.values());
  }
  const isEmpty = Object.keys(changed).length === 0;
  return {
    message: isEmpty ? null : { "@type": "StateChange", changed: seen.shown(changed) },
    newest,
  };
}

/** Those of the types that have changed, with their states as the person sees them. */
async function statesOf(
  { told }: Subscription,
  seen: Seen,
  accountId: string,
  byType: ReadonlyMap<string, number>,
): Promise<Record<string, string>> {
  const part = await seen.statesIn(accountId);
  if (part === null)
    return Object.fromEntries([...byType].map(([type, state]) => [type, String(state)]));
  const since = told[accountId] ?? 0;
  const isNews = ([type, state]: [string, string]) =>
    byType.has(type) && Number.parseInt(state, 10) > since;
  return Object.fromEntries(Object.entries(part).filter(isNews));
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
