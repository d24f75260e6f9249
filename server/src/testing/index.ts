export { cloneDatabase, testDatabase, testPlatform } from "./database.ts";
export type { TestPlatform } from "./database.ts";
