import { Email } from "@atrium/contract/types/email";
import { isQuiet } from "@atrium/contract/service-worker";
import { locale } from "@atrium/i18n";
import type { JmapClient } from "@atrium/jmap";
import { navigate } from "@atrium/shell";
import { toast } from "@atrium/ui";
import { t } from "../strings/index.ts";
import { notificationChoices, setNotificationChoices, tellChoices } from "./choices.ts";
import {
  newMail,
  notNewAnyMore,
  seenNow,
  tellingsOf,
  type Seen,
  type Telling,
} from "./new-mail.ts";
import { asTheOne, isLookedAt, tellLooks } from "./one-of-windows.ts";
import { permission, turnOn } from "./permission.ts";

/** RFC 8621 §1.5: the state that changes only when mail is delivered, not with every change of a message. */
const DELIVERY = "EmailDelivery";

/**
 * Tells of new mail by notifications of the system, where the person wants them: one window does so for all, and none
 * while one of them is looked at. Answers how to end it.
 */
export function watchNewMail(client: JmapClient, accountId: string): () => void {
  void tellChoices();
  const stops = [
    tellLooks(),
    suggestOnReturn(client, accountId),
    asTheOne(`atrium tells of mail ${accountId}`, (isTakeover) =>
      tellFromNowOn(client, accountId, isTakeover),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function tellFromNowOn(client: JmapClient, accountId: string, isTakeover: boolean): () => void {
  const { call } = client;
  // What came since the other window closed was told by nobody.
  const told = isTakeover ? readSeen(accountId) : undefined;
  let seen: Promise<Seen> | undefined = told ? Promise.resolve(told) : seenNow(call, accountId);
  // Without a network it is asked for again when something comes.
  seen.catch(() => (seen = undefined));
  let line = Promise.resolve();
  const look = async (): Promise<void> => {
    if (!seen) {
      seen = seenNow(call, accountId);
      writeSeen(accountId, await seen);
      return;
    }
    const found = await newMail(call, accountId, await seen);
    seen = Promise.resolve(found.seen);
    writeSeen(accountId, found.seen);
    if (found.mails.length > 0 && (await mayTell()))
      for (const telling of tellingsOf(found.mails, locale(), notificationChoices().isDiscreet))
        await tell(telling);
  };
  const tidy = async (): Promise<void> => {
    for (const old of await notNewAnyMore(call, accountId, await shownNow())) old.close();
  };
  if (told) line = line.then(look).catch(() => undefined);
  else void seen.then((first) => writeSeen(accountId, first)).catch(() => undefined);
  // One after another, so that nothing is told twice.
  const then = (work: () => Promise<void>): void => {
    line = line.then(work).catch(() => undefined);
  };
  const stops = [
    client.onMissed(() => then(look)),
    client.onChange((changed) => {
      const states = changed[accountId] ?? {};
      if (states[DELIVERY] !== undefined) then(look);
      // Read or filed in any window, or on another device.
      if (states[Email.name] !== undefined) then(tidy);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Which mail the windows of this browser have told of, for the window that goes on with it. */
const SEEN = "atrium.told";

function readSeen(accountId: string): Seen | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(SEEN) ?? "null") as
      | (Seen & { readonly accountId: string })
      | null;
    return found?.accountId === accountId ? found : undefined;
  } catch {
    return undefined;
  }
}

function writeSeen(accountId: string, seen: Seen): void {
  try {
    localStorage.setItem(SEEN, JSON.stringify({ ...seen, accountId }));
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

async function mayTell(now = new Date()): Promise<boolean> {
  const { isOn, quiet } = notificationChoices();
  if (!isOn || permission() !== "granted") return false;
  if (isQuiet(quiet, now.getHours() * 60 + now.getMinutes())) return false;
  return !(await isLookedAt());
}

/** Through the service worker where there is one: what it shows outlives the window. */
async function tell({ title, options }: Telling): Promise<void> {
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
 * The moment to offer notifications: somebody comes back to a window to which mail came while they were away.
 * Offered once, and the browser is asked only when they want it.
 */
function suggestOnReturn(client: JmapClient, accountId: string): () => void {
  let hasCome = false;
  const stop = client.onChange((changed) => {
    if (document.hidden && changed[accountId]?.[DELIVERY] !== undefined) hasCome = true;
  });
  const back = (): void => {
    if (document.hidden || !hasCome) return;
    hasCome = false;
    if (notificationChoices().wasAsked || permission() !== "default") return;
    setNotificationChoices({ wasAsked: true });
    toast({
      message: t("suggestNotifications"),
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
