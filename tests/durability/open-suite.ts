import { readConfig } from "../../server/src/platform/config/index.ts";
import { silentLog } from "../../server/src/platform/log/index.ts";
import { openSuite, type Suite } from "../../server/src/wiring/suite.ts";

export interface Opening {
  /** As the command line works while a server runs; alone otherwise. */
  readonly beside?: boolean;
  /** A database elsewhere; otherwise the PostgreSQL of the folder, synced as in production. */
  readonly databaseUrl?: string | null;
}

/** The store in a data folder. */
export function openSuiteIn(
  data: string,
  { beside = false, databaseUrl = null }: Opening = {},
): Promise<Suite> {
  const config = { ...readConfig({}, data).config, data, databaseUrl };
  return openSuite({ config, log: silentLog, say: () => undefined, beside });
}
