import { Worker } from "node:worker_threads";
import type { Growth, Sizes } from "./measure.ts";

export interface GrowthRun {
  readonly seed: number;
  /** One of so many cases is tried. */
  readonly share: number;
  /** Of these, only those that are named so. */
  readonly names?: readonly string[];
  readonly sizes: Sizes;
  /** Megabytes of memory in which every message has to be read. */
  readonly memory: number;
}

export interface GrowthFaults {
  /** All of them, in sentences. */
  readonly faults: readonly string[];
  /** The messages, by name, that were slow. */
  readonly slow: readonly string[];
  /** Where it could not go on, as one of the faults; what follows was not tried. */
  readonly death: string | null;
  /** Messages that were tried. */
  readonly count: number;
}

/** What reads strangers' messages in more than linear time, or does not get along with its memory. */
export async function growthFaults(run: GrowthRun): Promise<GrowthFaults> {
  const faults: string[] = [];
  const slow: string[] = [];
  let death: string | null = null;
  let [count, last] = [0, ""];
  const worker = new Worker(new URL("worker.ts", import.meta.url), {
    workerData: run,
    resourceLimits: { maxOldGenerationSizeMb: run.memory },
  });
  worker.on("message", ({ begun, growth }: { begun?: string; growth?: Growth }) => {
    if (begun !== undefined) [count, last] = [count + 1, begun];
    if (growth !== undefined) slow.push(growth.message);
    if (growth !== undefined)
      faults.push(
        `${growth.reader} of ${growth.message}: ${growth.octets} octets cost ${growth.ratio.toFixed(1)} times what half of them do`,
      );
  });
  worker.on("error", (error) => {
    death = `${last}: ${error.message}`;
    faults.push(death);
  });
  // Not `once` of node:events, which fails where the worker does.
  await new Promise((resolve) => worker.once("exit", resolve));
  return { faults, slow, death, count };
}
