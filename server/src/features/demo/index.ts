export { PEOPLE, type PersonKey } from "./cast.ts";
export { createDemo, demoState, removeDemo } from "./organisation.ts";
export type { DemoOptions, DemoPerson } from "./organisation.ts";
