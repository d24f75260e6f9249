import { REMOTE_SCRIPT_TIMEOUT } from "@atrium/contract/constants";
import type { FederationRuntimePlugin } from "@module-federation/runtime";
import type { Stage } from "./stage.ts";

/** How far the current flight is, and how many flights failed before it. */
export interface Flight {
  stage: Stage;
  attempt: number;
}

/**
 * What federation's runtime 0.14.3 leaves undone, as a plugin of it: the manifest gets a time limit and its
 * HTTP status and shape are looked at; a failed entry script reaches the caller with its code, and is
 * forgotten, so that another try asks the server again.
 */
export function guard(flight: Flight): FederationRuntimePlugin {
  return {
    name: "atrium-guard",

    async fetch(url, init) {
      const response = await fetch(url, {
        ...init,
        // A remote is deployed without us: yesterday's manifest would name files that are gone.
        cache: "no-cache",
        signal: AbortSignal.timeout(REMOTE_SCRIPT_TIMEOUT),
      });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      // Thrown here it counts as a failed manifest; the runtime's own check comes too late and keeps the failure for ever.
      if (!isManifest(await response.clone().json())) throw new Error("not a federation manifest");
      return response;
    },

    createScript({ url }) {
      if (flight.attempt === 0) return { timeout: REMOTE_SCRIPT_TIMEOUT };
      // The browser joins a request to one that still hangs under the same address; another address asks anew.
      const script = document.createElement("script");
      script.src = `${url}${url.includes("?") ? "&" : "?"}retry=${flight.attempt}`;
      return { script, timeout: REMOTE_SCRIPT_TIMEOUT };
    },

    afterLoadSnapshot(args) {
      flight.stage = "entry";
      return args;
    },

    loadEntryError({ remoteInfo, globalLoading, uniqueKey }) {
      delete globalLoading[uniqueKey];
      const args = JSON.stringify({ remoteName: remoteInfo.name, resourceUrl: remoteInfo.entry });
      throw new Error(`The remote's entry script did not load. #RUNTIME-008 ${args}`);
    },

    beforeInitContainer(args) {
      flight.stage = "init";
      return args;
    },

    initContainer(args) {
      flight.stage = "module";
      return args;
    },
  };
}

function isManifest(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    ["metaData", "exposes", "shared"].every((part) => part in value)
  );
}
