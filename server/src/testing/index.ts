export { fakeClock } from "./clock.ts";
export type { FakeClock } from "./clock.ts";
export { cloneDatabase, testDatabase, testPlatform } from "./database.ts";
export type { TestPlatform } from "./database.ts";
