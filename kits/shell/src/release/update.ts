import { RELEASE_FILE, type Release } from "@atrium/contract/service-worker";

/** Milliseconds between two questions to the server, however often a window comes into sight. */
const REST = 10 * 60_000;
/** Milliseconds after which a window that stays open asks by itself. */
const EVERY = 60 * 60_000;

/** The file name of the entry script that this window runs. */
function ownBuild(): string | undefined {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>("script[src]")];
  return scripts
    .map(({ src }) => src.replace(/^.*\//, ""))
    .find((name) => name.startsWith("index."));
}

/** Whether the server has another build than this window runs; `false` also where that cannot be found out. */
export async function isOutdated(): Promise<boolean> {
  try {
    const answer = await fetch(RELEASE_FILE, { cache: "no-store" });
    if (!answer.ok) return false;
    const { build } = (await answer.json()) as Release;
    const own = ownBuild();
    return own !== undefined && build !== own;
  } catch {
    return false;
  }
}

/** Notifies once that the server was updated: looked for when the window comes into sight or online again, and hourly. */
export function watchForUpdate(updated: () => void): () => void {
  let asked = performance.now();
  const ask = async (): Promise<void> => {
    asked = performance.now();
    if (!(await isOutdated())) return;
    stop();
    updated();
  };
  const shown = (): void => {
    if (document.visibilityState === "visible" && performance.now() - asked > REST) void ask();
  };
  const online = (): void => void ask();
  const timer = setInterval(online, EVERY);
  document.addEventListener("visibilitychange", shown);
  addEventListener("online", online);
  const stop = (): void => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", shown);
    removeEventListener("online", online);
  };
  return stop;
}
