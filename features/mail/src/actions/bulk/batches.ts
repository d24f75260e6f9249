import type { PatchObject } from "@atrium/contract/types/wire";
/** How far a long action is. */
export interface BatchProgress {
  /** Items that are done with, for better or worse. */
  readonly past: number;
  readonly failed: number;
}

export interface BatchOutcome {
  /** What was not come to: it was cancelled, or the server could not be asked. */
  readonly rest: readonly string[];
  /** Why it stopped by itself. */
  readonly error?: unknown;
}

/**
 * Does something with many items, one batch after another, so that the server answers others between them.
 * @param step does one batch and answers how many of it failed; when it throws, the batch counts as not done.
 */
export async function inBatches(
  items: readonly string[],
  {
    size,
    step,
    signal,
    onProgress,
  }: {
    readonly size: number;
    readonly step: (batch: readonly string[]) => Promise<number>;
    readonly signal: AbortSignal;
    readonly onProgress: (progress: BatchProgress) => void;
  },
): Promise<BatchOutcome> {
  let failed = 0;
  for (let start = 0; start < items.length; start += size) {
    if (signal.aborted) return { rest: items.slice(start) };
    try {
      failed += await step(items.slice(start, start + size));
    } catch (error) {
      return { rest: items.slice(start), error };
    }
    onProgress({ past: Math.min(start + size, items.length), failed });
  }
  return { rest: [] };
}

/** Seconds that are left at the pace so far; `undefined` before there is one. */
export function remaining(past: number, total: number, elapsed: number): number | undefined {
  if (past === 0 || elapsed < 1000) return undefined;
  return Math.ceil(((elapsed / past) * (total - past)) / 1000);
}

/** Patches that take many changes back, by patch: most of them are the same. */
export class InversePatches {
  readonly #ids = new Map<string, string[]>();
  readonly #said = new Map<string, PatchObject>();

  /** The change is sent to the server; whether it is made is not known before the answer. */
  say(id: string, inverse: PatchObject): void {
    this.#said.set(id, inverse);
  }

  /** The server has answered. What it changes of these has a way back, also what a lost answer was about. */
  answered(ids: Iterable<string>, refused: ReadonlySet<string>): void {
    for (const id of ids) {
      const inverse = this.#said.get(id);
      this.#said.delete(id);
      if (inverse && !refused.has(id)) this.#add(id, inverse);
    }
  }

  ids(): string[] {
    return [...this.all().keys()];
  }

  /** By id. Of what was not answered, too: where nothing was changed it changes nothing. */
  all(): ReadonlyMap<string, PatchObject> {
    return new Map([
      ...[...this.#ids].flatMap(([key, ids]) => {
        const patch = JSON.parse(key) as PatchObject;
        return ids.map((id) => [id, patch] as const);
      }),
      ...this.#said,
    ]);
  }

  #add(id: string, inverse: PatchObject): void {
    const key = JSON.stringify(inverse);
    const ids = this.#ids.get(key);
    if (ids) ids.push(id);
    else this.#ids.set(key, [id]);
  }
}
