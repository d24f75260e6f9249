import { once } from "node:events";
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

/** Megabytes for what is new: in a few of them, the collection of garbage would cost more than the reading. */
const YOUNG = 256;

/** What reads strangers' messages in more than linear time, or does not get along with its memory, in sentences. */
export async function growthFaults(run: GrowthRun): Promise<{
  readonly faults: readonly string[];
  /** The messages in which there is a fault, by name. */
  readonly names: readonly string[];
  readonly count: number;
}> {
  const faults: string[] = [];
  const names: string[] = [];
  let [count, last] = [0, ""];
  const worker = new Worker(new URL("worker.ts", import.meta.url), {
    workerData: run,
    resourceLimits: { maxOldGenerationSizeMb: run.memory, maxYoungGenerationSizeMb: YOUNG },
  });
  worker.on("message", ({ begun, growth }: { begun?: string; growth?: Growth }) => {
    if (begun !== undefined) [count, last] = [count + 1, begun];
    if (growth !== undefined) names.push(growth.message);
    if (growth !== undefined)
      faults.push(
        `${growth.reader} of ${growth.message}: ${growth.octets} octets cost ${growth.ratio.toFixed(1)} times what half of them do`,
      );
  });
  worker.on("error", (error) => {
    names.push(last);
    faults.push(`${last}: ${error.message}`);
  });
  await once(worker, "exit");
  return { faults, names, count };
}
