import type { QuietHours } from "@atrium/contract/service-worker";
import { locale } from "@atrium/i18n";
import { postToWorker } from "@atrium/shell";
import { useSyncExternalStore } from "react";

/** What this browser does about new mail. Of the browser, not of the account: a desk is not a bedside. */
export interface NotificationChoices {
  /** While a window of the suite is open. */
  readonly isOn: boolean;
  readonly quiet: QuietHours | null;
  /** Notifications say neither who wrote nor what: others may look at the screen. */
  readonly isDiscreet: boolean;
  /** Whether the person was asked once, at a fitting moment. */
  readonly wasAsked: boolean;
}

const KEY = "atrium.notifications";
const INITIAL: NotificationChoices = {
  isOn: false,
  quiet: null,
  isDiscreet: false,
  wasAsked: false,
};
/** Ten in the evening to seven in the morning. */
export const USUAL_QUIET: QuietHours = { from: 22 * 60, to: 7 * 60 };

let current: NotificationChoices | undefined;
const listeners = new Set<() => void>();

export function notificationChoices(): NotificationChoices {
  current ??= read();
  return current;
}

export function setNotificationChoices(patch: Partial<NotificationChoices>): void {
  current = { ...notificationChoices(), ...patch };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Storage may be full or forbidden; it holds in this window.
  }
  for (const listener of listeners) listener();
  void sendChoices();
}

/** For the service worker, which shows notifications while no window is open. */
export async function sendChoices(): Promise<void> {
  const { quiet, isDiscreet } = notificationChoices();
  const language = locale().startsWith("ko") ? "ko" : "en";
  await postToWorker({ type: "telling", choices: { quiet, isDiscreet, language } });
}

export function useNotificationChoices(): NotificationChoices {
  return useSyncExternalStore(subscribe, notificationChoices);
}

function subscribe(listener: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent): void => {
    if (key !== KEY) return;
    current = undefined;
    listener();
  };
  listeners.add(listener);
  addEventListener("storage", elsewhere);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", elsewhere);
  };
}

/** An older or newer release may have written it. */
function read(): NotificationChoices {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<NotificationChoices>;
    const { from, to } = found.quiet ?? {};
    const isWhole = Number.isInteger(from) && Number.isInteger(to);
    return {
      isOn: found.isOn === true,
      quiet: isWhole ? { from: from!, to: to! } : null,
      isDiscreet: found.isDiscreet === true,
      wasAsked: found.wasAsked === true,
    };
  } catch {
    return INITIAL;
  }
}
