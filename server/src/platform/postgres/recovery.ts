import type { ServerProcess } from "./processes.ts";

/**
 * Those that a recovery or a shutdown consists of, behind the name of the cluster if it has one. The others wake up now and
 * then, whether it goes on or not.
 */
const WORKS = /^(?:.*: )?(?:startup|checkpointer|io worker)\b/;
const STARTUP = /^(?:.*: )?startup\b/;

/**
 * Distinguishes a slow recovery from one that stands still. PostgreSQL answers both with 57P03, for ever where its
 * startup process was lost or waits for another that was.
 */
export class Recovery {
  readonly #used = new Map<number, string>();
  #moved: number;
  #doing: string | null = null;

  /** @param now milliseconds of a clock that nobody sets */
  constructor(now: number) {
    this.#moved = now;
  }

  /** Takes what can be seen of the server. Of what cannot be seen at all, nothing is said against it. */
  look(processes: readonly ServerProcess[] | null, now: number): void {
    this.#doing = processes?.find(({ title }) => STARTUP.test(title))?.title ?? null;
    if (processes === null) this.#moved = now;
    for (const { pid, title, isBusy, used } of processes ?? []) {
      if (!WORKS.test(title)) continue;
      const before = this.#used.get(pid);
      const after = `${title} ${used}`;
      this.#used.set(pid, after);
      // One that was not there before is progress only if it replays: the others are started again and again.
      const isNews = before === undefined ? STARTUP.test(title) : before !== after;
      if (isBusy || isNews) this.#moved = now;
    }
  }

  /** For how long it has done nothing (milliseconds). */
  idle(now: number): number {
    return now - this.#moved;
  }

  /** What its startup process says that it does, such as `startup recovering 0000000100000000000000A3`; null when there is none. */
  get doing(): string | null {
    return this.#doing;
  }
}
