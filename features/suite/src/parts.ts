export { useNotificationChoices } from "./notifications/choices.ts";
export { Notifications } from "./notifications/notifications.tsx";
export type { Notice, NoticeData, NotificationSources } from "./notifications/source.ts";
export { WindowSkeleton } from "./skeleton/window-skeleton.tsx";
export { ClientProvider, useAccountFor, useClient, useSignedInSession } from "./client/client.tsx";
export { useChoose } from "./client/use-choose.ts";
export { usePolicies } from "./client/use-policies.ts";
export { startTask } from "./tasks/start-task.ts";
export { SuiteWindow } from "./window/suite-window.tsx";
