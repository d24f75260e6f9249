import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { SessionInfo } from "@atrium/contract/api/session";
import { accentStyle } from "../../../features/accounts/index.ts";
import { DEFAULT_ASSETS, withSlash, type HttpConfig } from "../config.ts";
import type { Front } from "../front.ts";
import { escapeHtml } from "../escape-html.ts";
import { driveManifestUrl } from "../remotes/served-remote.ts";

/** Who is signed in; `null` for nobody, `undefined` where the page has to ask. */
export type EmbeddedSession = SessionInfo | null | undefined;

/**
 * The one HTML document of all pages, with the addresses of this installation in it, who is signed in, and what the
 * organisation looks like; null while it is not built.
 */
export function createDocument(
  folder: string,
  config: HttpConfig,
): (session: EmbeddedSession, front: Front) => Promise<string | null> {
  const path = join(folder, "index.html");
  const assets = escapeHtml(withSlash(config.assetBase ?? DEFAULT_ASSETS));
  const drive = driveManifestUrl(config);
  let cached: { version: number; text: string } | undefined;

  return async (session, front) => {
    const found = await stat(path).catch(() => null);
    if (found === null) return null;
    if (cached?.version !== found.mtimeMs) {
      const template = await readFile(path, "utf8");
      // Laid out for people; each page is a few octets smaller without that.
      const dense = template.replaceAll(/\s+/g, " ").replaceAll("> <", "><");
      const text = dense.replaceAll("%ASSETS%", () => assets);
      cached = { version: found.mtimeMs, text };
    }
    const values: Readonly<Record<string, string>> = {
      SESSION: session === undefined ? "" : JSON.stringify(session ?? {}),
      DRIVE: addressOf(drive, front),
      ORGANISATION: lookOf(front.look),
      ACCENT: accentStyle(front.look?.accent ?? null),
    };
    // In one pass: a name that looks like one of these stays what it is.
    return cached.text.replaceAll(/%([A-Z]+)%/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? escapeHtml(values[name]!) : whole,
    );
  };
}

/** Where the manifest is, with the version behind `#` that alone is loaded; nothing where drive is switched off. */
function addressOf(manifest: string, { drive }: Front): string {
  if (drive === null) return "";
  return drive.pinnedVersion === null ? manifest : `${manifest}#${drive.pinnedVersion}`;
}

/** What the sign-in page shows, as `organisation()` of the browser's shell reads it. */
function lookOf(look: Front["look"]): string {
  if (look === null) return "";
  const { name, logos } = look;
  const { light, dark } = logos;
  return JSON.stringify({ name, ...(light && { light }), ...(dark && { dark }) });
}
