import { CAPABILITY } from "@atrium/contract/types/wire";
import type { JmapClient } from "@atrium/jmap";
import { registerWorker } from "@atrium/shell";
import { sendChoices } from "../notifications/choices.ts";
import type { NotificationSources } from "../notifications/source.ts";

const DEVICE = "atrium.device";

/** Whether this browser can be reached while no window is open. */
export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in globalThis;
}

/** Whether pushes go to this browser: both it and the server have to know of them. */
export async function isPushOn(client: JmapClient): Promise<boolean> {
  if (!canPush()) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  const known = await registration?.pushManager.getSubscription();
  return known != null && (await ownSubscriptions(client)).length > 0;
}

/** Lets the server push to this browser (RFC 8620 §7.2, RFC 9749). Its service worker confirms the address. */
export async function turnPushOn(client: JmapClient, sources: NotificationSources): Promise<void> {
  const { capabilities } = await client.session();
  const { applicationServerKey } = capabilities[CAPABILITY.webPushVapid] as {
    readonly applicationServerKey: string;
  };
  const registration = await registerWorker();
  if (!registration) throw new Error("There is no service worker to be pushed to");
  await sendChoices();
  // News only, and no other change: pushes cost the battery of a phone.
  const types = (await Promise.all(sources())).map(({ arrivals }) => arrivals);
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  const create = {
    here: {
      deviceClientId: deviceId(),
      url: endpoint!,
      keys: { p256dh: keys!["p256dh"]!, auth: keys!["auth"]! },
      types,
    },
  };
  const destroy = await ownSubscriptions(client);
  const answer = await client.call("PushSubscription/set", { create, destroy });
  if (answer.notCreated) {
    await subscription.unsubscribe();
    throw new Error("The server does not take the subscription");
  }
}

export async function turnPushOff(client: JmapClient): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  const destroy = await ownSubscriptions(client);
  if (destroy.length > 0) await client.call("PushSubscription/set", { destroy });
}

/** The server knows subscriptions of all of the person's browsers. */
async function ownSubscriptions(client: JmapClient): Promise<readonly string[]> {
  const { list } = await client.call("PushSubscription/get", {
    ids: null,
    properties: ["deviceClientId"],
  });
  const own = deviceId();
  return list.filter(({ deviceClientId }) => deviceClientId === own).map(({ id }) => id);
}

function deviceId(): string {
  const known = localStorage.getItem(DEVICE);
  if (known !== null) return known;
  const made = crypto.randomUUID();
  localStorage.setItem(DEVICE, made);
  return made;
}
