import type { Engine, Served } from "../../engine/index.ts";
import { createBacklog } from "../../platform/backlog.ts";
import type { Notify } from "../../platform/db/index.ts";
import { COALESCE, LOOK_AGAIN, LOOKED_AFTER_AT_ONCE } from "./limits.ts";
import { TOPIC } from "./push-subscription.store.ts";
import { pushSubscription } from "./push-subscription.ts";
import {
  forget,
  forgetExpired,
  noteSeen,
  subscriptionsOf,
  type Seen,
  type Subscription,
} from "./sending.store.ts";
import { createSending, type SendingOptions } from "./sending.ts";
import "./tables.ts";

export { pushJobs } from "./jobs.ts";
export { vapidCapability, vapidOf, vapidSubject, type Vapid } from "./vapid.ts";

export const pushTypes: readonly Served[] = [pushSubscription];

export interface Push {
  /** Sends what is due, now. */
  send(): Promise<void>;
  /** Ends what has expired, and what belongs to credentials that have ended; to be called now and then. */
  sweep(): Promise<void>;
  /** Sends from now on whatever happens, by this process or another. */
  start(): void;
  /** Begins nothing more, and gives up what is being sent: another process sends it. */
  stop(): Promise<void>;
}

/** Pushes state changes to the addresses that clients named (RFC 8620 §7.2). */
export function createPush(
  options: SendingOptions & {
    readonly engine: Pick<Engine, "onChange">;
    readonly notify: Pick<Notify, "listen">;
    /** Receives persons whose accounts or credentials have changed. */
    readonly onAccess: (listener: (personId: string) => void, missed: () => void) => () => void;
  },
): Push {
  const { db, clock, log, engine, notify, seenBy } = options;
  const stops: (() => void)[] = [];
  const sending = createSending(options);
  let timer: NodeJS.Timeout | undefined;

  const inBackground = (work: Promise<void>): void =>
    void work.catch((err: unknown) => log.error({ err }, "push failed"));

  function soon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      inBackground(sending.send());
    }, COALESCE);
  }

  async function lookAfter(personId: string | null): Promise<void> {
    for (const subscription of await subscriptionsOf(db, personId)) {
      const seen = await seenBy(subscription.person_id, subscription.credential);
      if (seen === null) await forget(db, subscription);
      else if (!isSame(seen, subscription)) await noteSeen(db, subscription, seen);
    }
    soon();
  }

  const people = createBacklog<null>(
    LOOKED_AFTER_AT_ONCE,
    () => null,
    (personId) => lookAfter(personId).catch((err: unknown) => log.error({ err }, "push failed")),
  );

  return {
    send: () => sending.send(),
    async sweep() {
      await forgetExpired(db, clock.now());
      await lookAfter(null);
    },
    start() {
      const timer = setInterval(soon, LOOK_AGAIN);
      timer.unref();
      stops.push(
        () => clearInterval(timer),
        engine.onChange(soon, soon),
        notify.listen(TOPIC, soon, soon),
        options.onAccess(
          (personId) => people.add(personId, null),
          () => inBackground(lookAfter(null)),
        ),
      );
      soon();
    },
    async stop() {
      for (const stop of stops.splice(0)) stop();
      clearTimeout(timer);
      timer = undefined;
      await people.close();
      await sending.stop();
    },
  };
}

const isSame = ({ accounts, types }: Seen, { sees, sees_types }: Subscription): boolean =>
  accounts.join() === sees.join() && types.join() === sees_types?.join();
