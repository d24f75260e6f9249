import { setNotificationChoices } from "./choices.ts";

export type Permission = NotificationPermission | "unsupported";

export function permission(): Permission {
  return "Notification" in globalThis ? Notification.permission : "unsupported";
}

/** Asks the browser for leave, on a click of the person and never else; on when it was given. */
export async function turnOn(): Promise<Permission> {
  if (permission() === "unsupported") return "unsupported";
  const answer = await Notification.requestPermission();
  setNotificationChoices({ isOn: answer === "granted", wasAsked: true });
  return answer;
}
