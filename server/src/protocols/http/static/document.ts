import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SessionInfo } from "@atrium/contract/api/session";
import { DEFAULT_ASSETS, DEFAULT_DRIVE, withSlash, type HttpConfig } from "../config.ts";

/** Who is signed in; `null` for nobody, `undefined` where the page has to ask. */
export type EmbeddedSession = SessionInfo | null | undefined;

/**
 * The one HTML document of all pages, with the addresses of this installation in it and who is signed in; null while it
 * is not built.
 */
export function createDocument(
  folder: string,
  config: HttpConfig,
): (session: EmbeddedSession) => Promise<string | null> {
  const path = join(folder, "index.html");
  const assets = attribute(withSlash(config.assetBase ?? DEFAULT_ASSETS));
  const drive = attribute(`${withSlash(config.driveUrl ?? DEFAULT_DRIVE)}mf-manifest.json`);
  let cached: { version: number; text: string } | undefined;

  return async (session) => {
    const found = await stat(path).catch(() => null);
    if (found === null) return null;
    if (cached?.version !== found.mtimeMs) {
      const template = await readFile(path, "utf8");
      const text = template.replaceAll("%ASSETS%", () => assets).replaceAll("%DRIVE%", () => drive);
      cached = { version: found.mtimeMs, text };
    }
    const embedded = session === undefined ? "" : attribute(JSON.stringify(session ?? {}));
    return cached.text.replace("%SESSION%", () => embedded);
  };
}

const attribute = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
