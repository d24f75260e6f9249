export { keepChoice } from "./keep-choice.ts";
export { Notifications } from "./notifications/notifications.tsx";
export type { Notice, NoticeData, NotificationSources } from "./notifications/source.ts";
export { WindowSkeleton } from "./skeleton/window-skeleton.tsx";
export { ClientProvider, useAccountFor, useClient, useSignedInSession } from "./window/client.tsx";
export { SuiteWindow } from "./window/suite-window.tsx";
