import { lazyPart } from "@atrium/shell";

export { keepChoice } from "./keep-choice.ts";
export { Notifications } from "./notifications/notifications.tsx";
export { WindowSkeleton } from "./skeleton/window-skeleton.tsx";
export { SuiteRail, type SuitePlace } from "./suite-rail.tsx";

/** A chunk of its own: only the settings need it. */
export const NotificationSettings = lazyPart(() =>
  import("./notifications/notification-settings.tsx").then((module) => module.NotificationSettings),
);
