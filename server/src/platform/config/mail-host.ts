import { hostname } from "node:os";
import type { Config } from "./variables.ts";

/** What the server is called among mail servers. */
export function mailHost({
  mailHost: given,
  publicUrl,
}: Pick<Config, "mailHost" | "publicUrl">): string {
  return given ?? (publicUrl === null ? hostname() : new URL(publicUrl).hostname);
}
