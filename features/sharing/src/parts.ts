import type { ComponentType } from "react";
import type { ShareDialogProps } from "./dialog/share-dialog.tsx";

export type { SharingAccount, SharingClient } from "./client.ts";
export type { ShareDialogProps } from "./dialog/share-dialog.tsx";
export { FILE_ROLES } from "./shares/roles.ts";

/** The dialog, which loads when it is first opened. @throws when it cannot be reached */
export async function loadShareDialog(): Promise<ComponentType<ShareDialogProps>> {
  const { ShareDialog } = await import("./dialog/share-dialog.tsx");
  return ShareDialog;
}
