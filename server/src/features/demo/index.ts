export { PEOPLE, type PersonKey } from "./cast.ts";
export { DEMO_MESSAGES } from "./messages.ts";
export { createDemo, demoState, isDemo, removeDemo } from "./organisation.ts";
export type { DemoOptions, DemoPerson } from "./organisation.ts";
