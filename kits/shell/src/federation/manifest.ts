import { REMOTE_SCRIPT_TIMEOUT } from "@atrium/contract/constants";

/**
 * Asks for a remote's manifest, and fails where the runtime itself would wait for ever or go on with nonsense:
 * after the time limit, at an HTTP status that is no success, and when what came is no manifest.
 * @param early what the entry asked for already; `loadDrive` alone limits its time.
 */
export async function fetchManifest(url: string, early?: Promise<Response>): Promise<Response> {
  try {
    const response = await (early ??
      fetch(url, { cache: "no-cache", signal: AbortSignal.timeout(REMOTE_SCRIPT_TIMEOUT) }));
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    if (!isManifest(await response.clone().json())) throw new Error("not a federation manifest");
    return response;
  } catch (cause) {
    const args = JSON.stringify({ manifestUrl: url });
    throw new Error(`The remote's manifest did not load: ${String(cause)} #RUNTIME-003 ${args}`, {
      cause,
    });
  }
}

function isManifest(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    ["metaData", "exposes", "shared"].every((part) => part in value)
  );
}

/** The version that a manifest names. */
export async function versionOf(manifest: Response): Promise<string | undefined> {
  const { metaData } = (await manifest.clone().json()) as {
    metaData?: { buildInfo?: { buildVersion?: string } };
  };
  return metaData?.buildInfo?.buildVersion;
}
