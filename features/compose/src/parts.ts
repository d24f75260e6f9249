import type { JmapClient } from "@atrium/jmap";
import type { OnDevice } from "@atrium/shell";
import type { Written } from "./dock/send-written.ts";

export { FollowUpMenu } from "./arranged/lazy.ts";
export { ComposeDock } from "./dock/compose-dock.tsx";
export { AnswerPlace } from "./inline/answer-place.tsx";
export { dockRoom } from "./inline/room.ts";
export { useWrittenHere } from "./inline/written-here.ts";
export { useKnownName, type KnownName } from "./people/names.ts";
export { searchDirectory } from "./people/search-directory.ts";
export { openCompose } from "./request.ts";

/** What it keeps on this device, for `defineApp`. */
export const draftsOnDevice = (): Promise<OnDevice> =>
  import("./on-device.ts").then((module) => module.onDevice);

/** Sends a message that is complete, such as an answer to an invitation, and offers to undo that. */
export async function sendWritten(client: JmapClient, written: Written): Promise<void> {
  const dock = await import("./dock/send-written.ts");
  await dock.sendWritten(client, written);
}

/** Takes a message that waits for its hour back into the drafts, and says so. */
export async function cancelSending(
  client: JmapClient,
  accountId: string,
  emailId: string,
): Promise<void> {
  const saving = await import("./saving/cancel-sending.ts");
  await saving.cancelSending(client, accountId, emailId);
}
