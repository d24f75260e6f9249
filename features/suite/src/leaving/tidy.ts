import { onDevice, postToWorker } from "@atrium/shell";

/** Takes away what this browser keeps and shows of a person whose session is over. */
export async function tidy(): Promise<void> {
  for (const kept of await onDevice()) kept.forget();
  for (const key of Object.keys(localStorage))
    if (key.startsWith("atrium.told")) localStorage.removeItem(key);
  await postToWorker({ type: "signed-out" });
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  for (const shown of await registration.getNotifications()) shown.close();
  // The server forgets the address with the session; the browser is to forget it too.
  await (await registration.pushManager?.getSubscription())?.unsubscribe();
}
