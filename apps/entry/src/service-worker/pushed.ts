import type { GoMessage } from "@atrium/contract/service-worker";
import type { PushVerification } from "@atrium/contract/types/push-subscription";
import {
  CAPABILITY,
  type JmapResponse,
  type JmapSession,
  type StateChange,
} from "@atrium/contract/types/wire";
import {
  newMail,
  tellingsOf,
  vagueTelling,
  type Call,
  type Seen,
  type Telling,
} from "@atrium/feature-suite/new-mail";
import { selectApp } from "@atrium/contract/routes";
import { isQuietNow } from "./quiet-hours.ts";
import { scope } from "./scope.ts";

const CACHE = "atrium-choices";
const SEEN = "/seen";

/** Answers a push of the server (RFC 8620 §7.2). Browsers want something to be shown for each. */
export async function showPushed(message: unknown): Promise<void> {
  const pushed = message as PushVerification | StateChange | undefined;
  if (pushed?.["@type"] === "PushVerification") return confirm(pushed);
  const language = navigator.language.startsWith("ko") ? "ko" : "en";
  const isQuiet = await isQuietNow();
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isLookedAt = windows.some(({ focused }) => focused);
  let tellings: readonly Telling[];
  try {
    tellings = tellingsOf(await unseen(), language);
  } catch {
    // Signed out, or no way to the server: that something came is all that is known.
    tellings = [vagueTelling(language)];
  }
  if (isLookedAt) return;
  for (const { title, options } of tellings)
    await scope.registration.showNotification(title, { ...options, silent: isQuiet });
  if (!isQuiet) return;
  // Browsers show something of their own where nothing was shown at all.
  for (const shown of await scope.registration.getNotifications()) shown.close();
}

/** Takes the person to what a notification told of: in a window that is open, else in a new one. */
export async function openClicked(notification: Notification): Promise<void> {
  notification.close();
  const { path } = notification.data as { readonly path: string };
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const main = windows.find(({ url }) => selectApp(new URL(url).pathname) === "main");
  if (!main) return void (await scope.clients.openWindow(path));
  await main.focus();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker takes none
  main.postMessage({ type: "go", path } satisfies GoMessage);
}

async function unseen() {
  const answer = await fetch("/jmap/session");
  const session = (await answer.json()) as JmapSession;
  const accountId = session.primaryAccounts[CAPABILITY.mail]!;
  const cache = await caches.open(CACHE);
  const kept = await cache.match(SEEN);
  const before = kept ? ((await kept.json()) as Seen & { accountId: string }) : undefined;
  const known = before?.accountId === accountId ? before : { until: "", ids: [] };
  const { mails, seen } = await newMail(call, accountId, known);
  await cache.put(SEEN, Response.json({ ...seen, accountId }));
  // The first time nothing is known of what was there before: only the newest is news.
  return known.until === "" ? mails.slice(0, 1) : mails;
}

/** RFC 8620 §7.2.2: shows the server that its pushes arrive here. */
async function confirm({ pushSubscriptionId, verificationCode }: PushVerification): Promise<void> {
  await call("PushSubscription/set", { update: { [pushSubscriptionId]: { verificationCode } } });
}

const call: Call = async <Result>(name: string, args: object): Promise<Result> => {
  const response = await fetch("/jmap/api", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      using: [CAPABILITY.core, CAPABILITY.mail],
      methodCalls: [[name, args, "c"]],
    }),
  });
  if (!response.ok) throw new Error(`${name} answered ${response.status}`);
  const { methodResponses } = (await response.json()) as JmapResponse;
  const [answered, result] = methodResponses[0]!;
  if (answered !== name) throw new Error(`${name} failed`);
  return result as Result;
};
