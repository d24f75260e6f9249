import type { JmapClient } from "@atrium/jmap";
import type { OnDevice } from "@atrium/shell";

export { ComposeDock } from "./dock/compose-dock.tsx";
export { searchDirectory } from "./people/search-directory.ts";
export { openCompose } from "./request.ts";

/** What it keeps on this device, for `defineApp`. */
export const draftsOnDevice = (): Promise<OnDevice> =>
  import("./on-device.ts").then((module) => module.onDevice);

/** Takes a message that waits for its hour back into the drafts, and says so. */
export async function cancelSending(
  client: JmapClient,
  accountId: string,
  emailId: string,
): Promise<void> {
  const saving = await import("./saving/cancel-sending.ts");
  await saving.cancelSending(client, accountId, emailId);
}
