/** How long a remote's script or manifest may take before it counts as failed, in milliseconds. */
export const REMOTE_SCRIPT_TIMEOUT = 20_000;

/** How long a script chunk of the host may take before it counts as failed, in milliseconds. */
export const CHUNK_LOAD_TIMEOUT = 600_000;

/** The host's name, version and id in module federation, and how shared versions are chosen. */
export const FEDERATION = {
  name: "main_services",
  version: "1.0.0",
  id: "main_services:1.0.0",
  runtimeVersion: "0.14.3",
  shareStrategy: "version-first",
} as const;
