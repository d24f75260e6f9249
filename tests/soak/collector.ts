import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** How long a collection may take (milliseconds). */
const PATIENCE = 10_000;

/** Asks a server what it really needs of the memory that it has. */
export interface Collector {
  /** For the server that it is to ask. */
  readonly settings: Readonly<Record<string, string>>;
  /** What is in use, in octets. */
  inUse(pid: number): Promise<number>;
  close(): void;
}

export function createCollector(): Collector {
  const folder = mkdtempSync(join(tmpdir(), "atrium-memory-"));
  // The server is not root for long.
  chmodSync(folder, 0o1777);
  const file = join(folder, "memory");
  return {
    settings: {
      NODE_OPTIONS: `--import ${new URL("collect.ts", import.meta.url).href}`,
      SOAK_MEMORY: file,
    },
    async inUse(pid) {
      rmSync(file, { force: true });
      process.kill(pid, "SIGUSR2");
      for (const end = performance.now() + PATIENCE; !existsSync(file); await pause(20))
        if (performance.now() > end) throw new Error("the server does not say what it holds");
      return Number(readFileSync(file, "utf8"));
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}
