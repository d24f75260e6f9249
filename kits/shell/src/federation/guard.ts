import { REMOTE_SCRIPT_TIMEOUT } from "@atrium/contract/constants";
import type { FederationRuntimePlugin } from "@module-federation/runtime";
import { fetchManifest } from "./manifest.ts";
import type { Stage } from "./stage.ts";

/** Where the current flight is, and how many flights failed before it. */
export interface Flight {
  stage: Stage;
  attempt: number;
  /** The manifest, once it is here and known to be one. */
  manifest: Response | undefined;
}

/**
 * What federation's runtime 0.14.3 leaves undone, as a plugin of it: the manifest is fetched under a time limit and
 * checked; a failed entry script reaches the caller with its code, and is forgotten, so that another try asks again.
 */
export function guard(flight: Flight): FederationRuntimePlugin {
  return {
    name: "atrium-guard",

    async fetch(url) {
      return flight.manifest?.clone() ?? fetchManifest(url);
    },

    createScript({ url }) {
      if (flight.attempt === 0) return { timeout: REMOTE_SCRIPT_TIMEOUT };
      // The browser joins a request to one that still hangs under the same address; another address asks again.
      const script = document.createElement("script");
      script.src = `${url}${url.includes("?") ? "&" : "?"}retry=${flight.attempt}`;
      return { script, timeout: REMOTE_SCRIPT_TIMEOUT };
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
