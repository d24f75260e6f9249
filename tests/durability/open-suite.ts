import { readConfig } from "../../server/src/platform/config/index.ts";
import { silentLog } from "../../server/src/platform/log/index.ts";
import { openSuite, type Suite } from "../../server/src/wiring/suite.ts";

/** The store in a data folder, synced as in production: alone, or beside a server, as the command line works. */
export function openSuiteIn(data: string, { beside = false } = {}): Promise<Suite> {
  const { config } = readConfig({}, data);
  return openSuite({ config: { ...config, data }, log: silentLog, say: () => undefined, beside });
}
