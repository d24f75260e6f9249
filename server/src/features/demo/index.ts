export { PEOPLE, type PersonKey } from "./cast.ts";
export { createDemo, demoState, isDemo, removeDemo } from "./organisation.ts";
export type { DemoOptions, DemoPerson } from "./organisation.ts";
