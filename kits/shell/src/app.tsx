import type { AppName } from "@atrium/contract/routes";
import type { RemoteContext, RemoteModule } from "@atrium/contract/remotes";
import type { SessionInfo } from "@atrium/contract/api/session";
import { decideLocale } from "@atrium/i18n";
import type { JmapClient } from "@atrium/jmap";
import { keepsRecords, preferences, watchPreferences } from "@atrium/state";
import { startTheme, ToastRegion } from "@atrium/ui";
import { createContext, use, type ComponentType, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { installDomGuard } from "./dom-guard.ts";
import { saveStartupSnapshot } from "./startup-snapshot/save.ts";
import { CrashBoundary } from "./errors/crash-boundary.tsx";
import { LoadErrorBoundary } from "./errors/load-error-boundary.tsx";
import { showIcon } from "./icon.ts";
import { setOnDevice, type LoadOnDevice } from "./on-device.ts";
import { usePath } from "./router/history.ts";
import { matchRoute, type Route } from "./router/route.ts";
import { rememberSession } from "./remembered.ts";
import { personNow, startSession } from "./session.ts";

/** What drive's `mount` is handed. */
export type DriveContext = RemoteContext<JmapClient, SessionInfo>;

/** The drive remote. `load()` joins a flight that is under way; after a failure it tries again. */
export interface DriveHandle {
  load(): Promise<RemoteModule<DriveContext>>;
}

/** What the entry hands the one application it selected. */
export interface AppContext {
  readonly app: AppName;
  /** The manifest of the drive remote, asked for before anything else. Main only. */
  readonly driveManifest?: Promise<Response>;
  /** `GET /api/session`, asked before the application's code arrived. Absent where no session may be read. */
  readonly session?: Promise<Response>;
  /** Waits until what is kept of the first screen was read, or is not worth waiting for. */
  readonly kept?: () => Promise<unknown>;
  /** Given to the sign-in page, where nobody is signed in. */
  readonly next?: NextApp;
}

/** The application that a person signs in to. */
export interface NextApp {
  /** Fetches its code. Never fails: what did not come is fetched again when it is to be shown. */
  readonly load: () => Promise<unknown>;
  /** Shows it in place of the page. */
  readonly show: () => void;
}

/** What every application's `src/index.ts` exports as `mount`. What it answers takes the application away again. */
export type Mount = (element: HTMLElement, context: AppContext) => () => void;

export interface AppDefinition {
  readonly name: AppName;
  /** The first match shows. Paths of other applications are left by `navigate` with a page load. */
  readonly routes: readonly Route[];
  /** Stands around the screens and stays mounted while they change: the place for sign-in, rail and title. */
  readonly frame?: ComponentType<{ readonly children: ReactNode }>;
  /** What features keep on this device, where the window can end the session. */
  readonly onDevice?: readonly LoadOnDevice[];
  /** Paths that show one and the same screen, with whose last look the next window begins. */
  readonly startupSnapshot?: readonly string[];
}

const Context = createContext<AppContext | undefined>(undefined);

/** The context that the entry handed to this window's application. */
export function useApp(): AppContext {
  const context = use(Context);
  if (!context) throw new Error("useApp outside of an application");
  return context;
}

/**
 * Describes an application: `export const { mount } = defineApp({ name, routes, frame })`.
 * A chunk that does not load below it, or a bug, shows a card with "try again" in place. Theme, language and toasts are seen to.
 */
export function defineApp(definition: AppDefinition): { readonly mount: Mount } {
  const Frame = definition.frame ?? Bare;
  return {
    mount(element, context) {
      installDomGuard();
      decideLocale(preferences().locale);
      startTheme();
      showIcon();
      startSession(context.session);
      setOnDevice(definition.onDevice ?? []);
      watchPreferences((now) => {
        if (!keepsRecords(now)) rememberSession(null);
      });
      const root = createRoot(element);
      root.render(
        <Context value={context}>
          <LoadErrorBoundary>
            <CrashBoundary of={definition.name}>
              <Frame>
                <LoadErrorBoundary>
                  <Screen routes={definition.routes} />
                </LoadErrorBoundary>
              </Frame>
            </CrashBoundary>
          </LoadErrorBoundary>
          <ToastRegion />
        </Context>,
      );
      if (definition.startupSnapshot)
        saveStartupSnapshot(element, definition.startupSnapshot, personNow);
      return () => root.unmount();
    },
  };
}

function Bare({ children }: { readonly children: ReactNode }): ReactNode {
  return children;
}

function Screen({ routes }: { readonly routes: readonly Route[] }): ReactNode {
  const { pathname } = usePath();
  const found = matchRoute(routes, pathname);
  if (!found) return null;
  return (
    <CrashBoundary of={pathname}>
      <found.screen params={found.params} />
    </CrashBoundary>
  );
}
