export { AlreadyRunning, whoOwns } from "../user/owner.ts";
export { connectionOf, startPostgres } from "./supervisor.ts";
export type { Postgres, PostgresOptions } from "./supervisor.ts";
