import { WORKER_SCRIPT, type GoMessage, type WorkerMessage } from "@atrium/contract/service-worker";
import { navigate } from "../router/history.ts";

/**
 * Lets the service worker keep the program, so that the next window starts also without network. To be called in
 * windows of who is signed in, when they have nothing better to do.
 */
export async function keepRelease(): Promise<void> {
  await registerWorker();
  if (!savesData()) await postToWorker({ type: "keep" });
}

/** The service worker's registration, made when it is not there; undefined where there can be none. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  // Not on plain http, nor where the browser forbids it.
  if (!("serviceWorker" in navigator)) return undefined;
  const entry = document.querySelector<HTMLScriptElement>('script[src*="/index."]');
  if (!entry) return undefined;
  const assets = entry.src.slice(0, entry.src.lastIndexOf("/") + 1);
  try {
    const script = `${WORKER_SCRIPT}?${new URLSearchParams({ assets })}`;
    await navigator.serviceWorker.register(script);
    return await navigator.serviceWorker.ready;
  } catch {
    // Switched off, or forbidden by the browser: everything works without, while there is a network.
    return undefined;
  }
}

/** Sends the service worker a message, where there is one. */
export async function postToWorker(message: WorkerMessage): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes none
  registration?.active?.postMessage(message);
}

/** Goes, from now on, where a notification that was clicked leads. */
export function followNotifications(): void {
  if ("serviceWorker" in navigator) navigator.serviceWorker.addEventListener("message", onMessage);
}

/** A notification was clicked. */
function onMessage({ data }: MessageEvent<GoMessage>): void {
  if (data.type === "go") navigate(data.path);
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
