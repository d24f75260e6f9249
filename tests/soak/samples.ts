import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import type { Findings } from "./report.ts";

const BROWSER = /^tests\/e2e\//;
const ARCHITECTURE = /^tests\/architecture\//;
const VITEST = ["node_modules/vitest/vitest.mjs", "run"];
/** What says of a test file that it tries a sample. */
const HAS_SAMPLE = /\/testing\/(?:whole|growth)\.ts"|"\.\/axe\.ts"/;

/** Every test of which `npm test` tries a sample, whole. */
export async function soakSamples(findings: Findings): Promise<void> {
  const files = globSync("{formats,kits,features,server,tests}/**/*.test.ts", {
    exclude: ["**/node_modules/**"],
  })
    .filter((name) => HAS_SAMPLE.test(readFileSync(name, "utf8")))
    .sort();
  const isBrowser = (name: string): boolean => BROWSER.test(name);
  const isArchitecture = (name: string): boolean => ARCHITECTURE.test(name);
  findings.figure("files", files.length);
  findings.check(
    "what looks at the code passes",
    await run(
      [...VITEST, "--config", "tests/architecture/vitest.config.ts"],
      files,
      isArchitecture,
    ),
  );
  findings.check(
    "what runs without a browser passes",
    await run(VITEST, files, (name) => !isBrowser(name) && !isArchitecture(name)),
  );
  findings.check(
    "what runs in a browser passes",
    await run(["scripts/run.mjs", "scripts/e2e.ts"], files, isBrowser),
  );
}

async function run(
  command: readonly string[],
  files: readonly string[],
  isMeant: (name: string) => boolean,
): Promise<readonly string[]> {
  const child = spawn(process.execPath, [...command, ...files.filter(isMeant)], {
    stdio: "inherit",
    env: { ...process.env, TESTS_WHOLE: "1" },
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0 ? [] : [`the tests ended with ${code}; what they found stands above`];
}
