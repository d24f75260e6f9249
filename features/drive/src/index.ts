export { mountDrive } from "./mount.tsx";
export type { Context, DriveClient } from "./client.ts";
