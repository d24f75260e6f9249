import { fileURLToPath } from "node:url";

/** The folder of the numbered SQL files. */
export const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));
/** The migrated database that is cloned for each test file. */
export const TEMPLATE = "atrium_template";

/** The PostgreSQL of a test run. */
export interface TestServer {
  host: string;
  port: number;
  user: string;
  database: string;
}

declare module "vitest" {
  interface ProvidedContext {
    postgres: TestServer;
  }
}
