export { handOver } from "./hand-over.ts";
export { leaveRoot } from "./leave-root.ts";
export type { Leaving } from "./leave-root.ts";
export { canReach, isRoot, serviceUser } from "./service-user.ts";
export type { ServiceUser } from "./service-user.ts";
