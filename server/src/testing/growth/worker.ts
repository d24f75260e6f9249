import { parentPort, workerData } from "node:worker_threads";
import { chosenCases, slowReaderOf, type Sizes } from "./measure.ts";

/** Reads its share of the messages in a thread of its own, whose memory has a limit. */
const { seed, share, names, sizes } = workerData as {
  readonly seed: number;
  readonly share: number;
  readonly names?: readonly string[];
  readonly sizes: Sizes;
};
for (const one of chosenCases(seed, share)) {
  if (names?.includes(one.name) === false) continue;
  parentPort!.postMessage({ begun: one.name });
  const growth = await slowReaderOf(one, sizes);
  if (growth !== null) parentPort!.postMessage({ growth });
}
