import { QueuedMail } from "@atrium/contract/types/queued-mail";
import type { Engine } from "../../../engine/index.ts";
import type { Log } from "../../../platform/log/index.ts";
import { ORGANISATION } from "../../accounts/index.ts";

/** How long changes are collected into one notification (milliseconds). */
const TOLD_EVERY = 1000;

export type QueueWatch = ReturnType<typeof createQueueWatch>;

/**
 * Tells administrators that the queue is another than before, at most once a second: mail comes and goes in many accounts
 * at once, and must not wait for one row.
 */
export function createQueueWatch({ engine, log }: { readonly engine: Engine; readonly log: Log }) {
  const state = async (): Promise<string | undefined> =>
    (await engine.states(ORGANISATION))[QueuedMail.name];
  /** What is to be told, and since when. */
  let pending: {
    readonly timer: NodeJS.Timeout;
    readonly before: Promise<string | undefined>;
  } | null = null;
  let isMore = false;
  let telling: Promise<void> = Promise.resolve();

  async function tell(before: Promise<string | undefined>, isMore: boolean): Promise<void> {
    // Whoever told since the one change that is waited for, told of it as well.
    if (!isMore && (await before) !== (await state())) return;
    await engine.write([ORGANISATION], async (w) => w.touched(ORGANISATION, QueuedMail.name));
  }

  function tellNow(): void {
    if (pending === null) return;
    clearTimeout(pending.timer);
    const { before } = pending;
    pending = null;
    telling = tell(before, isMore).catch((err: unknown) =>
      log.debug({ err }, "could not publish a change of the queue"),
    );
  }

  return {
    /** Something of the queue changed, and is committed. */
    moved(): void {
      isMore = pending !== null;
      if (pending !== null) return;
      const before = state();
      before.catch(() => undefined);
      pending = { timer: setTimeout(tellNow, TOLD_EVERY).unref(), before };
    },
    /** Tells what is still to be told. */
    async stop(): Promise<void> {
      tellNow();
      await telling;
    },
  };
}
