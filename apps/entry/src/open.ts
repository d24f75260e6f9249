import { isPublic, type AppName } from "@atrium/contract/routes";
import type { AppContext, NextApp } from "@atrium/shell";
import { SNAPSHOT_KEY } from "@atrium/shell/snapshot-key";
import { showPlainCard } from "@atrium/shell/plain-card";
import { LOAD, type Load } from "./applications.js";
import { startDrive } from "./drive.ts";

/** What the document says where nobody is signed in. */
const NOBODY = "{}";

/** Takes away what the window shows. */
let leave: (() => void) | undefined;

const loadSignIn: Load = () => import(/* webpackChunkName: "sign-in" */ "@atrium/app-main/sign-in");

/**
 * Loads the one application and mounts it; a card with "try again" stands in its place when it does not load.
 * @param retry what that does, where it is not the same again.
 */
export async function open(app: AppName, context?: AppContext, retry?: () => void): Promise<void> {
  const element = document.getElementById("root")!;
  const ready = context ?? (await start(app));
  try {
    const { mount } = await (ready.next ? loadSignIn : LOAD[app])();
    await ready.kept?.();
    leave?.();
    leave = mount(element, ready);
  } catch (error) {
    leave?.();
    leave = undefined;
    // A bug of the application is no failed load; the console has to show it all the same.
    if (!String(error).includes("Loading ")) reportError(error);
    showPlainCard(element, error, retry ?? (() => void open(app, ready)));
  }
}

/** What is on its way before the application is: for main the drive remote, and who is signed in. */
async function start(app: AppName): Promise<AppContext> {
  if (isPublic(app)) return { app };
  const driveManifest = app === "main" ? startDrive() : undefined;
  const embedded = document.querySelector<HTMLMetaElement>('meta[name="atrium-session"]')!.content;
  // As the document says; where it does not, the server is asked.
  const session = embedded
    ? Promise.resolve(new Response(embedded, { status: embedded === NOBODY ? 401 : 200 }))
    : fetch("/api/session");
  if (!driveManifest) return { app, session };
  const context = { app, driveManifest, session };
  if (embedded === NOBODY) return { ...context, next: nextApp({ app, driveManifest }) };
  try {
    // Only who was here before needs the rest.
    if (localStorage.getItem(SNAPSHOT_KEY)) {
      const { showStartupSnapshot } = await import("@atrium/shell/startup-snapshot");
      return { ...context, ...(await showStartupSnapshot(session)) };
    }
  } catch {
    // Without it a window begins empty.
  }
  return context;
}

/** Who signs in sees the application in the same window. */
function nextApp(context: AppContext): NextApp {
  const { app } = context;
  return {
    load: () => LOAD[app]().catch(() => undefined),
    // What the window began with may be gone from the server; a new one loses nothing.
    show: () => void open(app, context, () => location.reload()),
  };
}
