import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Findings } from "./report.ts";

/** The walk of `tests/fuzz/reach`, in the runner that gives each test a database of its own. */
export async function soakReach(
  findings: Findings,
  { seed, steps }: { readonly seed: number; readonly steps: number },
): Promise<void> {
  findings.figure("seed", seed);
  findings.figure("requests", steps);
  const runner = ["node_modules/vitest/vitest.mjs", "run", "tests/fuzz/reach"];
  const child = spawn(process.execPath, runner, {
    stdio: "inherit",
    env: { ...process.env, REACH_SEED: String(seed), REACH_STEPS: String(steps) },
  });
  const [code] = (await once(child, "exit")) as [number | null];
  findings.check(
    "nothing out of reach is revealed or changed",
    code === 0
      ? []
      : [`the walk from seed ${seed} ended with ${code}; what was learned stands above`],
  );
}
