import { FEDERATION, REMOTE_SCRIPT_TIMEOUT } from "@atrium/contract/constants";
import { DRIVE_REMOTE, type RemoteModule } from "@atrium/contract/remotes";
import { init } from "@module-federation/runtime";
import type { DriveContext } from "../app.tsx";
import { LoadError } from "../errors/describe.ts";
import { guard, type Flight } from "./guard.ts";
import { fetchManifest, versionOf } from "./manifest.ts";
import { shares } from "./shares.ts";
import { namedFailure, standstill } from "./stage.ts";

type Drive = RemoteModule<DriveContext>;

/** A little more than the runtime's own limit, so that where it names a failure its name wins. */
const PATIENCE = REMOTE_SCRIPT_TIMEOUT + 1_000;

const flight: Flight = { stage: "manifest", attempt: 0, manifest: undefined };

// No remote at this point: with one registered, version-first would hold every shared library back until it answered.
const host = init({
  name: FEDERATION.name,
  version: FEDERATION.version,
  shareStrategy: FEDERATION.shareStrategy,
  remotes: [],
  plugins: [guard(flight)],
  shared: shares,
});

// The runtime preloads the entry too and leaves that second failure unheard; ours alone is known to be handled.
addEventListener("unhandledrejection", (event) => {
  const message = event.reason instanceof Error ? event.reason.message : "";
  if (message.includes("#RUNTIME-008") && message.includes(`"${DRIVE_REMOTE.name}"`)) {
    event.preventDefault();
  }
});

let current: Promise<Drive> | undefined;
/** As the manifest of the current flight names it. */
let loadedVersion: string | undefined;

/**
 * The drive remote's module. All callers share one flight; after a failure the next call starts another.
 * Rejects with a `LoadError` within about 21 seconds, and writes one debug line that names its code.
 * @param manifest what the entry asked for; another flight asks again.
 */
export function loadDrive(manifest?: Promise<Response>): Promise<Drive> {
  // One flight at a time: concurrent ones would call the remote's init twice.
  current ??= inTime(fly(flight.attempt === 0 ? manifest : undefined)).catch((error: unknown) => {
    const failure = namedFailure(error, flight.stage);
    forget();
    // oxlint-disable-next-line no-console -- a remote that is not there is no error of this window
    console.debug(`Drive did not load: ${failure.code}`, failure.message);
    throw failure;
  });
  return current.then((drive) => {
    // What this window has loaded may be unwanted by now.
    checkVersion(loadedVersion, driveAddress().pinned);
    return drive;
  });
}

async function fly(early: Promise<Response> | undefined): Promise<Drive> {
  flight.stage = "manifest";
  const { entry, pinned } = driveAddress();
  // Before the runtime knows the remote: it would log a failed manifest loudly and keep it for ever.
  flight.manifest = await fetchManifest(entry, early);
  // Before any of its code.
  loadedVersion = await versionOf(flight.manifest);
  checkVersion(loadedVersion, pinned);
  flight.stage = "entry";
  // Publishes the lazy shares before any remote can look for them.
  await Promise.all(host.initializeSharing("default"));
  // As an array the scope is not waited for: a share asked for meanwhile does not hang on this remote.
  const remote = { name: DRIVE_REMOTE.name, entry, shareScope: ["default"] };
  const known = host.options.remotes.some(({ name }) => name === remote.name);
  host.registerRemotes([remote], { force: known });
  const drive = await host.loadRemote<Drive>(DRIVE_REMOTE.request);
  if (typeof drive?.mount !== "function") {
    throw new LoadError("BUILD-001", `${DRIVE_REMOTE.request} exports no mount`);
  }
  return drive;
}

/** Rejects when a flight takes longer than anyone should wait. The runtime has no limit for init and chunks. */
async function inTime<T>(flying: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(standstill(flight.stage, PATIENCE)), PATIENCE);
  });
  try {
    return await Promise.race([flying, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Where the server says that drive's manifest is, and the version that alone is wanted. Only the document decides; no URL
 * of the window can.
 */
function driveAddress(): { readonly entry: string; readonly pinned: string } {
  const address = document.querySelector<HTMLMetaElement>('meta[name="atrium-drive"]')?.content;
  if (!address) throw new LoadError("REMOTE-001", "Drive is switched off");
  const url = new URL(address, location.origin);
  const pinned = url.hash.slice(1);
  url.hash = "";
  return { entry: url.href, pinned };
}

function checkVersion(version: string | undefined, pinned: string): void {
  if (pinned !== "" && version !== pinned)
    throw new LoadError("REMOTE-002", `Version ${version} is served, and ${pinned} is pinned`);
}

/** Clears what a failed flight left behind, so that the next one asks the server for everything again. */
function forget(): void {
  current = undefined;
  flight.attempt += 1;
  flight.manifest = undefined;
  const { manifestCache, manifestLoading } = host.snapshotHandler;
  manifestCache.clear();
  for (const url of Object.keys(manifestLoading)) delete manifestLoading[url];
}
