import { spawnSync, type SpawnSyncOptions } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * Sees to Debian's packages of these names: root on Debian gets them, everybody else gets instructions.
 * @throws Error that names what is missing
 */
export function needPackages(names: readonly string[]): void {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const isOurs = existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (isOurs) {
    console.log(`Installing ${missing.join(", ")} …`);
    // Level 1: services of the packages are not started.
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
    const options: SpawnSyncOptions = { stdio: ["ignore", "ignore", "inherit"], env };
    const install = ["install", "-y", "-q", "--no-install-recommends", ...missing];
    if (spawnSync("apt-get", install, options).status !== 0) {
      spawnSync("apt-get", ["update", "-q"], options);
      spawnSync("apt-get", install, options);
    }
    if (missing.every(isInstalled)) return;
  }
  throw new Error(`This needs, on Debian or Ubuntu: sudo apt-get install ${missing.join(" ")}`);
}

function isInstalled(name: string): boolean {
  const { stdout } = spawnSync("dpkg-query", ["-W", "-f", "${db:Status-Status}", name]);
  return String(stdout) === "installed";
}
