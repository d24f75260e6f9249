import type { ServedRemote } from "@atrium/contract/api/admin";
import { REMOTE_VERSION } from "@atrium/contract/types/remote";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { OutboundError, type OutboundHttp } from "../../../platform/outbound-http/index.ts";
import { DEFAULT_DRIVE, withSlash, type HttpConfig } from "../config.ts";
import { MANIFEST_MAX_SIZE, MANIFEST_TIME } from "../limits.ts";

/** The name of a remote's manifest in its folder. */
export const MANIFEST = "mf-manifest.json";

/** Where windows fetch drive's manifest. */
export const driveManifestUrl = ({ driveUrl }: Pick<HttpConfig, "driveUrl">): string =>
  `${withSlash(driveUrl ?? DEFAULT_DRIVE)}${MANIFEST}`;

/**
 * Reads what is really served of the drive remote by now: from this server's own build, or, where the configuration says
 * that it is elsewhere, from there.
 */
export function createServedRemote({
  dist,
  config,
  outboundHttp,
}: {
  readonly dist: string;
  readonly config: Pick<HttpConfig, "driveUrl">;
  readonly outboundHttp: OutboundHttp;
}): () => Promise<ServedRemote> {
  const url = driveManifestUrl(config);
  const isForeign = /^https?:/.test(url);

  async function manifest(): Promise<string> {
    if (!isForeign) return await readFile(join(dist, "drive", MANIFEST), "utf8");
    // The same configuration tells windows what to load.
    const { status, body } = await outboundHttp.send(url, {
      timeout: MANIFEST_TIME,
      maxSize: MANIFEST_MAX_SIZE,
      allowPlain: true,
    });
    if (status !== 200) throw new OutboundError("failed", `HTTP ${status}`);
    return body.toString("utf8");
  }

  return async () => {
    try {
      const version = versionOf(await manifest());
      return { url, version, fault: version === null ? "noVersion" : null };
    } catch (error) {
      const isKept = error instanceof OutboundError && error.reason === "forbidden";
      return { url, version: null, fault: isKept ? "forbidden" : "away" };
    }
  };
}

/** The version that a manifest names; null for one that names none, or is none. */
function versionOf(manifest: string): string | null {
  try {
    const parsed = JSON.parse(manifest) as {
      metaData?: { buildInfo?: { buildVersion?: unknown } };
    } | null;
    const version = parsed?.metaData?.buildInfo?.buildVersion;
    return typeof version === "string" && REMOTE_VERSION.test(version) ? version : null;
  } catch {
    return null;
  }
}
