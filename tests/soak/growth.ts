import { availableParallelism } from "node:os";
import { growthFaults, type GrowthRun } from "../../server/src/testing/growth/run.ts";
import type { Findings } from "./report.ts";

/**
 * A header has 1 MB at most, and is tried up to there; of bodies all up to 2 MiB, and a few up to 32 MB. Not to 32 MiB:
 * from there on glibc gives every block back to the system, and taking it again costs as much as reading it.
 */
const ALL = {
  sizes: { first: 65_536, lastHeader: 1_048_576, lastBody: 2_097_152 },
  memory: 1024,
};
const FEW = {
  sizes: { first: 1_000_000, lastHeader: 1_000_000, lastBody: 32_000_000 },
  memory: 2048,
};
const ONE_OF = 150;

/** Gives every field and kind of part, with every filling, to all that reads strangers' messages. */
export async function soakGrowth(findings: Findings): Promise<void> {
  const threads = availableParallelism();
  const share = Array.from({ length: threads }, (_, seed) =>
    growthFaults({ ...ALL, seed, share: threads }),
  );
  const all = await Promise.all(share);
  findings.figure(
    "messages that grew",
    all.reduce((sum, { count }) => sum + count, 0),
  );
  findings.check(
    "every message was read to its end, in its memory",
    all.flatMap(({ death }) => death ?? []),
  );
  // What was slow beside others is measured once more alone: only what the message costs is its fault.
  const names = all.flatMap(({ slow }) => slow);
  const alone = await growthFaults({ ...ALL, seed: 0, share: 1, names });
  findings.figure("… repeated alone", alone.count);
  findings.check("twice the octets take at most three times the work", alone.faults);
  const large: GrowthRun = { ...FEW, seed: Math.floor(Math.random() * ONE_OF), share: ONE_OF };
  const { faults, count } = await growthFaults(large);
  findings.figure(`… up to 32 MB, with the seed ${large.seed}`, count);
  findings.check("also when they are large", faults);
}
