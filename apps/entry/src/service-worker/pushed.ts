import type { GoMessage } from "@atrium/contract/service-worker";
import type { PushVerification } from "@atrium/contract/types/push-subscription";
import {
  CAPABILITY,
  type JmapResponse,
  type JmapSession,
  type StateChange,
} from "@atrium/contract/types/wire";
import type { CallMethod } from "@atrium/contract/types/methods";
import {
  newsSince,
  noticesFor,
  outdated,
  vagueNotice,
  type Seen,
} from "@atrium/feature-mail/notifications";
import type { NoticeData } from "@atrium/feature-suite/parts";
import { selectApp } from "@atrium/contract/routes";
import { isQuiet } from "@atrium/contract/service-worker";
import { choices, read, write } from "./choices.ts";
import { scope } from "./scope.ts";

const SEEN = "/seen";

/** Answers a push of the server (RFC 8620 §7.2). Browsers want something to be shown for each. */
export async function showPushed(message: unknown): Promise<void> {
  const pushed = message as PushVerification | StateChange | undefined;
  if (pushed?.["@type"] === "PushVerification") return confirm(pushed);
  const { quiet, isDiscreet, language } = await choices();
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isFocused = windows.some(({ focused }) => focused);
  let notices = [vagueNotice(language)];
  try {
    const accountId = await ownAccount();
    await closeRead(accountId);
    notices = [...noticesFor(await unseen(accountId), language, isDiscreet)];
  } catch (error) {
    // Without the server it is only known that something came. Signed out, earlier notifications are closed.
    if (error instanceof SignedOut)
      for (const shown of await scope.registration.getNotifications()) shown.close();
  }
  if (isFocused) return;
  const now = new Date();
  const mustBeQuiet = isQuiet(quiet, now.getHours() * 60 + now.getMinutes());
  for (const { title, options } of notices)
    await scope.registration.showNotification(title, { ...options, silent: mustBeQuiet });
  if (!mustBeQuiet) return;
  // Browsers show something of their own where nothing was shown at all.
  for (const { options } of notices)
    for (const shown of await scope.registration.getNotifications({ tag: options.tag! }))
      shown.close();
}

class SignedOut extends Error {}

/** Closes notifications of mail that was read or filed elsewhere. */
async function closeRead(accountId: string): Promise<void> {
  const shown = await scope.registration.getNotifications();
  for (const old of await outdated(call, accountId, shown)) old.close();
}

/** Opens what a notification leads to: in a window that is open, else in a new one. */
export async function openClicked(notification: Notification): Promise<void> {
  notification.close();
  const { path } = notification.data as NoticeData;
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const main = windows.find(({ url }) => selectApp(new URL(url).pathname) === "main");
  if (!main) return void (await scope.clients.openWindow(path));
  // Where a browser forbids that, the window still goes there.
  await main.focus().catch(() => undefined);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of a worker takes none
  main.postMessage({ type: "go", path } satisfies GoMessage);
}

async function ownAccount(): Promise<string> {
  const answer = await fetch("/jmap/session");
  if (answer.status === 401) throw new SignedOut();
  const session = (await answer.json()) as JmapSession;
  return session.primaryAccounts[CAPABILITY.mail]!;
}

async function unseen(accountId: string) {
  const before = await read<Seen & { accountId: string }>(SEEN);
  const known = before?.accountId === accountId ? before : { until: "", ids: [] };
  const { news, seen } = await newsSince(call, accountId, known);
  await write(SEEN, { ...seen, accountId });
  // The first time nothing is known of what was there before: only the newest is news.
  return known.until === "" ? news.slice(0, 1) : news;
}

/** RFC 8620 §7.2.2: shows the server that its pushes arrive here. */
async function confirm({ pushSubscriptionId, verificationCode }: PushVerification): Promise<void> {
  await call("PushSubscription/set", { update: { [pushSubscriptionId]: { verificationCode } } });
}

const call: CallMethod = async (name: string, args: object): Promise<never> => {
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
  return result as never;
};
