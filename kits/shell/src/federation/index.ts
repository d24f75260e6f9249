import type { RemoteModule } from "@atrium/contract/remotes";
import type { DriveContext } from "../app.tsx";

export function loadDrive(): Promise<RemoteModule<DriveContext>> {
  return Promise.reject(new Error("#RUNTIME-004"));
}
