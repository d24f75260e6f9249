import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/index.ts";

/** In the data folder while a restore has not come to its end; holds the path of the backup. */
export const RESTORE_MARK = "restore-under-way";
/** In a data folder whose database was moved elsewhere; holds where. */
export const MOVED_MARK = "database-moved";

/** What a mark says, or `null` when it is not there. */
export function readMark(config: Config, mark: string): string | null {
  try {
    return readFileSync(join(config.data, mark), "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The files that hold keys, by the names that they have in a data folder. */
export function keyFiles(config: Config): ReadonlyMap<string, string> {
  return new Map([
    ["secret.key", config.secretKeyFile ?? join(config.data, "secret.key")],
    ["mail-tls.pem", join(config.data, "mail-tls.pem")],
  ]);
}
