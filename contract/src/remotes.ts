import { SHARE_FILE_PREFIX } from "./share-file.ts";

/** What the host hands a federated remote and what it gets back. A remote brings no client, session or events of its own. */

/** The path prefix under which drive lives in this host. */
export const driveBaseUrl = "/drive";

/** The paths that drive owns whole: `/drive`, everything below it, and shared files. */
export const driveFullRoutes = ["/drive", "/drive/", SHARE_FILE_PREFIX] as const;

/** Whether drive owns a path whole, so that main shows nothing of its own there. */
export function isDriveRoute(path: string, routes: readonly string[] = driveFullRoutes): boolean {
  return routes.some((route) => (route.endsWith("/") ? path.startsWith(route) : path === route));
}

/** The federation names of the drive remote and of the module it exposes. */
export const DRIVE_REMOTE = { name: "drive", expose: "./App", request: "drive/App" } as const;

/** All that this release knows, by name. */
export const REMOTES = [DRIVE_REMOTE.name] as const;

/** What `mount` hands a remote. `Client` and `Session` are the host's own objects, typed in `kits/shell`. */
export interface RemoteContext<Client = unknown, Session = unknown> {
  /** Where drive's home is; its other addresses begin with it. */
  readonly driveBaseUrl: string;
  /** The paths that show drive and nothing else. On any other one, drive is a part of a page of the host. */
  readonly driveFullRoutes: readonly string[];
  /** The path that the window shows. When it changes, the host takes the remote away and mounts it again. */
  readonly path: string;
  readonly client: Client;
  readonly session: Session;
  /** BCP 47 tag of the person's language. */
  readonly locale: string;
  /** Goes to a path of the suite without reloading the window; with `replace` it is no step of its own on the way back. */
  navigate(path: string, options?: { readonly replace?: boolean }): void;
}

/** `HTMLElement` where there is a DOM; the server reads this file too. */
type MountElement = typeof globalThis extends { HTMLElement: { prototype: infer Element } }
  ? Element
  : object;

/** A remote's exposed module. `mount` returns what takes it away again. */
export interface RemoteModule<Context extends RemoteContext = RemoteContext> {
  mount(element: MountElement, context: Context): () => void;
}
