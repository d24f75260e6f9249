import { lazyPart } from "@atrium/shell";

export { keepChoice } from "./keep-choice.ts";
export { Notifications } from "./notifications/notifications.tsx";
export { WindowSkeleton } from "./skeleton/window-skeleton.tsx";
export { ClientProvider, useClient, useSignedInSession } from "./window/client.tsx";
export { SuiteWindow } from "./window/suite-window.tsx";

/** A chunk of its own: only the settings need it. */
export const NotificationSettings = lazyPart(() =>
  import("./notifications/notification-settings.tsx").then((module) => module.NotificationSettings),
);
