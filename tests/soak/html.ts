import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Findings } from "./report.ts";

/** Every hostile message of the collections in a real browser, of which `npm test` shows a sample. */
export async function soakHtml(findings: Findings): Promise<void> {
  const runner = ["scripts/run.mjs", "scripts/e2e.ts", "html"];
  const child = spawn(process.execPath, runner, {
    stdio: "inherit",
    env: { ...process.env, E2E_WHOLE: "1" },
  });
  const [code] = (await once(child, "exit")) as [number | null];
  findings.check(
    "none runs, opens or asks for anything, or freezes the window",
    code === 0 ? [] : [`the tests ended with ${code}; what they found stands above`],
  );
}
