import { isQuiet } from "@atrium/contract/service-worker";
import { locale } from "@atrium/i18n";
import type { JmapClient } from "@atrium/jmap";
import { navigate } from "@atrium/shell";
import { toast } from "@atrium/ui";
import { t } from "../strings/index.ts";
import { notificationChoices, setNotificationChoices, sendChoices } from "./choices.ts";
import { electLeader, hasFocusedWindow, reportFocus } from "./leader.ts";
import { permission, turnOn } from "./permission.ts";
import type { Notice, NotificationSource } from "./source.ts";

/**
 * Shows the news of the sources by notifications of the system, where the user wants them: one window does so for all,
 * and none while one of them has the focus. Answers how to end it.
 */
export function watchNotifications(
  client: JmapClient,
  accountId: string,
  sources: readonly NotificationSource[],
): () => void {
  void sendChoices();
  const stops = [
    reportFocus(),
    ...sources.flatMap((source) => [
      suggestOnReturn(client, accountId, source),
      electLeader(`atrium tells of ${source.name} ${accountId}`, (isTakeover) =>
        notifyFromNowOn(client, accountId, source, isTakeover),
      ),
    ]),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function notifyFromNowOn(
  client: JmapClient,
  accountId: string,
  source: NotificationSource,
  isTakeover: boolean,
): () => void {
  const { call } = client;
  const { seenKey } = source;
  // What came since the other window closed was not shown yet.
  const known = isTakeover ? readSeen(seenKey, accountId) : undefined;
  let seen: Promise<object> | undefined = known
    ? Promise.resolve(known)
    : source.seenNow(call, accountId);
  // Without a network it is asked for again when something comes.
  seen.catch(() => (seen = undefined));
  let line = Promise.resolve();
  const look = async (): Promise<void> => {
    if (!seen) {
      seen = source.seenNow(call, accountId);
      writeSeen(seenKey, accountId, await seen);
      return;
    }
    const found = await source.newsSince(call, accountId, await seen);
    seen = Promise.resolve(found.seen);
    writeSeen(seenKey, accountId, found.seen);
    if (found.news.length > 0 && (await mayNotify()))
      for (const notice of source.noticesFor(
        found.news,
        locale(),
        notificationChoices().isDiscreet,
      ))
        await show(notice);
  };
  const tidy = async (): Promise<void> => {
    for (const old of await source.outdated(call, accountId, await shownNow())) old.close();
  };
  if (known) line = line.then(look).catch(() => undefined);
  else void seen.then((first) => writeSeen(seenKey, accountId, first)).catch(() => undefined);
  // One after another, so that nothing is shown twice.
  const then = (work: () => Promise<void>): void => {
    line = line.then(work).catch(() => undefined);
  };
  const stops = [
    client.onMissed(() => then(look)),
    client.onChange((changed) => {
      const states = changed[accountId] ?? {};
      if (states[source.arrivals] !== undefined) then(look);
      // Read or filed in any window, or on another device.
      if (states[source.records] !== undefined) then(tidy);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** What the windows of this browser have shown, for the window that takes over. */
function readSeen(key: string, accountId: string): object | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "null") as {
      readonly accountId: string;
    } | null;
    return found?.accountId === accountId ? found : undefined;
  } catch {
    return undefined;
  }
}

function writeSeen(key: string, accountId: string, seen: object): void {
  try {
    localStorage.setItem(key, JSON.stringify({ ...seen, accountId }));
  } catch {
    // Storage may be full or forbidden; then the next window begins again.
  }
}

/** Those that no service worker has. */
const own = new Set<Notification>();

async function shownNow(): Promise<readonly Notification[]> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return [...own, ...((await registration?.getNotifications()) ?? [])];
}

async function mayNotify(now = new Date()): Promise<boolean> {
  const { isOn, quiet } = notificationChoices();
  if (!isOn || permission() !== "granted") return false;
  if (isQuiet(quiet, now.getHours() * 60 + now.getMinutes())) return false;
  return !(await hasFocusedWindow());
}

/** Through the service worker where there is one: what it shows outlives the window. */
async function show({ title, options }: Notice): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.active) {
    await registration.showNotification(title, options);
    return;
  }
  const shown = new Notification(title, options);
  own.add(shown);
  shown.addEventListener("close", () => own.delete(shown));
  shown.addEventListener("click", () => {
    window.focus();
    navigate(options.data.path);
    shown.close();
  });
}

/**
 * The moment to offer notifications: the user comes back to a window to which news came while it was hidden.
 * Offered once, and the browser is asked only when they want it.
 */
function suggestOnReturn(
  client: JmapClient,
  accountId: string,
  { arrivals, suggestion }: NotificationSource,
): () => void {
  let hasCome = false;
  const stop = client.onChange((changed) => {
    if (document.hidden && changed[accountId]?.[arrivals] !== undefined) hasCome = true;
  });
  const back = (): void => {
    if (document.hidden || !hasCome) return;
    hasCome = false;
    if (notificationChoices().wasAsked || permission() !== "default") return;
    setNotificationChoices({ wasAsked: true });
    toast({
      message: suggestion[locale()],
      timeout: 15_000,
      action: { label: t("turnOn"), onAct: () => void turnOn() },
    });
  };
  document.addEventListener("visibilitychange", back);
  return () => {
    stop();
    document.removeEventListener("visibilitychange", back);
  };
}
