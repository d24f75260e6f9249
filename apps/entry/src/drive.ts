import { REMOTE_SCRIPT_TIMEOUT } from "@atrium/contract/constants";

/**
 * Begins to load the drive remote: its manifest is on its way before the application is. The rest of it, and all of
 * federation, follows when the window shows what it was opened for. Nobody waits for it.
 */
export function startDrive(): Promise<Response> {
  const { content } = document.querySelector<HTMLMetaElement>('meta[name="atrium-drive"]')!;
  const manifest = fetch(content, {
    // A remote is deployed without us: yesterday's manifest would name files that are gone.
    cache: "no-cache",
    signal: AbortSignal.timeout(REMOTE_SCRIPT_TIMEOUT),
  });
  // Whether drive came matters to whoever shows it.
  manifest.catch(() => undefined);
  return manifest;
}
